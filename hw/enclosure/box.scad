// The box: shell (front and walls, printed face down), back, and the carrier of the hourglass behind its window.
// Millimetres. Every measure that hangs on a part you bought stands at the top: measure yours, change it, `make hw`.
//
//   openscad -D 'build="full"' -D 'part="shell"' -o shell.stl box.scad

build = "starter";      // starter | full
part = "shell";         // shell | back | carrier | coupon; scene.scad shows them together
full = build == "full";

/* [what you bought] */
button_hole = 28;       // thread of the arcade button
button_rim = 62;        // its rim, seen from the front
jack_hole = 6.2;        // thread of the 3.5 mm sockets
speaker = full ? 50 : 30;   // the speaker; in the starter, the piezo
lamp_hole = full ? 10.2 : 0;
breadboard = [55.4, 83.4];  // half-size, stood on end
strip_pitch = 1000 / 144;   // one WS2812 of a strip with 144 a metre
strip_width = 12.2;
bulb_rows = [8, 7, 6, 5, 4];    // 30 LEDs a bulb, from the end of the glass to its neck
pi_holes = [58, 49];
props = [120, 80];      // the props board, and its holes (placement.py has the same)
props_holes = [114, 74];
props_at = [75, 64.5];  // its middle
pico_at = props_at[0] - props[0] / 2 + 49.84;   // x of the Pico's USB socket, at the upper edge of the props board

/* [the box] */
width = 150;
height = full ? 216 : 180;    // 216 fits a bed of 220
depth = 100;
wall = 2.4;
front = 3;
corner = 8;
boss = 10;              // corner posts that hold the back
screw = 2.8;            // M3 into plastic
clear = 3.4;            // M3 through

/* [front] */
window = full ? [62, 130] : [46, 86];   // the whole glass
neck = full ? 24 : 9;
window_at = [width / 2, height - (full ? 13 : 17) - window[1] / 2];
pi_at = [62, height - 56];  // middle of the Pi's holes on the back: left of the middle, so that USB plugs have their 30 mm
low_row = 40;           // height of button and speaker above the bottom
button_at = [width - 46, low_row];
speaker_at = [42, low_row];
socket_at = [low_row, 55];  // on the side walls: height, and depth from the front
lamp_at = [width / 2 - 25, 55];     // in the top of the full build: from the left, and from the front
horn_at = [width / 2 + 25, 55];     // the buzzer's grille there
gap = full ? 14 : 26;   // from the front's inner face to the carrier
carrier_holes = [window[0] + 24, window[1] - 24];
carrier_size = [window[0] + 34, window[1] + 12];

$fn = 48;
eps = 0.01;

module rounded(size, r) {
    translate([r, r]) offset(r) square([size[0] - 2 * r, size[1] - 2 * r]);
}

// The outline of an hourglass around the origin.
module hourglass(size, neck) {
    w = size[0] / 2; h = size[1] / 2; n = neck / 2; shoulder = h * 0.86;
    offset(4) offset(-7) offset(3)
        polygon([[-w, h], [w, h], [w, shoulder], [n, 3], [n, -3], [w, -shoulder], [w, -h], [-w, -h],
                 [-w, -shoulder], [-n, -3], [-n, 3], [-w, shoulder]]);
}

// Whole holes only: a part of one at the rim would be a sliver that no printer prints.
module grille(d) {
    step = 6;
    hole = 1.9;
    for (row = [-8:8], col = [-8:8]) {
        at = [col * step + (row % 2 == 0 ? 0 : step / 2), row * step * 0.866];
        if (norm(at) + hole <= d / 2) translate(at) circle(hole, $fn = 6);
    }
}

module corners(size) {
    for (x = [-1, 1], y = [-1, 1]) translate([x * size[0] / 2, y * size[1] / 2]) children();
}

module bosses() {
    inset = wall + boss / 2 - 1;
    translate([width / 2, height / 2]) corners([width - 2 * inset, height - 2 * inset]) children();
}

back_thick = 3;

module shell() {
    difference() {
        union() {
            linear_extrude(front) rounded([width, height], corner);
            linear_extrude(depth) difference() {
                rounded([width, height], corner);
                translate([wall, wall]) rounded([width - 2 * wall, height - 2 * wall], corner - wall);
            }
            intersection() {
                linear_extrude(depth - back_thick) bosses() circle(boss / 2);
                linear_extrude(depth) rounded([width, height], corner);
            }
            translate(window_at) corners(carrier_holes) cylinder(d = 8, h = front + gap);
            translate(speaker_at) difference() {
                cylinder(d = speaker + 4.6, h = front + 4);
                translate([0, 0, front]) cylinder(d = speaker + 0.6, h = 5);
            }
        }
        // through the front
        translate([0, 0, -eps]) linear_extrude(front + 1) translate(window_at) hourglass(window, neck);
        translate([0, 0, front - 1.2]) linear_extrude(2) translate(window_at)
            square([window[0] + 8, window[1] + 8], center = true);       // a sheet of opal plastic lies in here
        translate([0, 0, -eps]) linear_extrude(front + 1) translate(button_at) circle(d = button_hole);
        translate([0, 0, -eps]) linear_extrude(front + 1) translate(speaker_at) grille(speaker - 4);
        // screws
        translate([0, 0, depth - 20]) linear_extrude(21) bosses() circle(d = screw);
        translate([0, 0, front + gap - 9]) linear_extrude(10) translate(window_at) corners(carrier_holes) circle(d = screw);
        // chair sockets: left chair on the left wall, right chair on the right wall
        translate([-1, socket_at[0], socket_at[1]]) rotate([0, 90, 0]) cylinder(d = jack_hole, h = width + 2);
        // seen from behind the walls are thinner there, so that the nut finds thread
        for (x = [wall - 0.8, width - wall - 5 + 0.8])
            translate([x, socket_at[0], socket_at[1]]) rotate([0, 90, 0]) cylinder(d = 14, h = 5);
        // on top: the mood lamp and the buzzer of the full build
        if (full) {
            translate([lamp_at[0], height - wall - 1, lamp_at[1]]) rotate([-90, 0, 0]) cylinder(d = lamp_hole, h = wall + 2);
            translate([horn_at[0], height - wall - 1, horn_at[1]]) rotate([-90, 0, 0]) linear_extrude(wall + 2) grille(26);
        }
        // a notch for the power cable, under the back
        translate([width - wall - 1, height - 62, depth - 9]) cube([wall + 2, 13, 10]);
    }
}

module back() {
    slack = 0.3;
    difference() {
        union() {
            translate([wall + slack, wall + slack]) linear_extrude(back_thick)
                rounded([width - 2 * (wall + slack), height - 2 * (wall + slack)], corner - wall);
            translate(pi_at) corners(pi_holes) cylinder(d = 6.5, h = back_thick + 6);
            if (full) translate(props_at) corners(props_holes) cylinder(d = 6, h = back_thick + 6);
        }
        translate([0, 0, -eps]) linear_extrude(back_thick + 1) bosses() circle(d = clear);
        translate(pi_at) corners(pi_holes) translate([0, 0, back_thick - 1]) cylinder(d = 2.2, h = 8);
        if (full) {
            translate(props_at) corners(props_holes) translate([0, 0, back_thick - 1]) cylinder(d = 2.2, h = 8);
            for (n = [0:5]) translate([width / 2 + (n - 2.5) * 18, 17, -eps]) cylinder(d = jack_hole, h = back_thick + 1);
        }
        // air: under the Pi and below it
        for (n = [-4:4]) translate([pi_at[0] + n * 6 - 1.2, pi_at[1] - 17, -eps]) cube([2.4, 34, back_thick + 1]);
        for (n = [-4:4]) translate([pi_at[0] + n * 6 - 1.2, full ? 48 : 20, -eps]) cube([2.4, full ? 34 : 42, back_thick + 1]);
        // the power cable
        translate([width - wall - 8, height - 62, -eps]) cube([9, 13, back_thick + 1]);
    }
}

module carrier() {
    thick = 2.4;
    row = strip_width + 0.4;
    difference() {
        union() {
            translate([-carrier_size[0] / 2, -carrier_size[1] / 2]) linear_extrude(thick) rounded(carrier_size, 4);
            if (!full) translate([0, 0, thick - eps]) linear_extrude(2.5) difference() {
                square([breadboard[0] + 4, breadboard[1] + 4], center = true);
                square(breadboard, center = true);
                square([breadboard[0] - 16, breadboard[1] + 10], center = true);
                square([breadboard[0] + 10, breadboard[1] - 24], center = true);
            }
        }
        translate([0, 0, -eps]) linear_extrude(thick + 1) corners(carrier_holes) circle(d = clear);
        if (full) for (bulb = [-1, 1], n = [0:4]) {
            long = bulb_rows[n] * strip_pitch + 0.8;
            at = bulb * (window[1] / 2 - 2.5 - row / 2 - n * (row - 0.4));
            translate([0, at, thick - 0.8]) linear_extrude(1) square([long, strip_width], center = true);
            // wires pass through beside each row
            for (side = [-1, 1]) translate([side * (long / 2 + 3.2), at, -eps]) cylinder(d = 4, h = thick + 1);
        }
    }
}

// To print first, in half an hour: every hole that something bought must fit. The numbers are those of the guide.
module coupon() {
    size = [96, 44];
    difference() {
        union() {
            linear_extrude(front) rounded(size, 4);
            for (x = [50, 62]) translate([x, 10, 0]) cylinder(d = boss, h = front + 8);     // a post for the back, one for the Pi
        }
        translate([20, size[1] / 2, -eps]) cylinder(d = button_hole, h = front + 1);
        translate([46, 33, -eps]) cylinder(d = jack_hole, h = front + 1);
        translate([46, 33, 1.6]) cylinder(d = 14, h = 5);
        translate([66, 33, -eps]) cylinder(d = 10.2, h = front + 1);                        // the mood lamp
        translate([50, 10, 2]) cylinder(d = screw, h = 20);
        translate([62, 10, 2]) cylinder(d = 2.2, h = 20);
        translate([76, 33, -eps]) cylinder(d = clear, h = front + 1);
        translate([82, 4, front - 0.8]) cube([strip_width, 36, 2]);                         // a row of the glass
        translate([72, 4, front - 1.2]) cube([1.2, 12, 2]);                                 // the opal sheet, on edge
    }
}

// Measures of the front are as you see it; it is printed face down, and so the other way round.
if (part == "shell") translate([width, 0, 0]) mirror([1, 0, 0]) shell();
if (part == "back") back();
if (part == "carrier") carrier();
if (part == "coupon") coupon();
