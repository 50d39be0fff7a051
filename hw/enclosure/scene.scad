// For the pictures only: the printed parts (the STL files themselves) with what is bought beside them.

build = "starter";      // starter | full
show = "front";         // front | apart | exploded | pi | printed | pad | coupon
wires = [];             // of the opened box (cables.py): [colour, diameter, points]
$fn = 96;

include <box.scad>
include <bought.scad>
part = "none";
stl = str("../stl/", build, "-");

plum = "#7a5fa0";     // light enough that its insides are seen
lilac = "#b3a3cc";

module button() {
    translate(button_at) {
        color("#c4221f") translate([0, 0, -5]) scale([1, 1, 0.75]) difference() {
            sphere(d = button_rim - 8);
            cylinder(d = 100, h = 100);
        }
        color("#222") translate([0, 0, -6]) cylinder(d1 = button_rim - 5, d2 = button_rim, h = 6);
        color("#222") cylinder(d = button_hole - 0.5, h = 38);
    }
}

module opal() {
    color("#fff3d6") translate([window_at[0], window_at[1], front - 1.2]) linear_extrude(1)
        square([window[0] + 7, window[1] + 7], center = true);
}

// What is bought: what sits on the back, and all else. Plain volumes, with as much shape as tells what they are.
colours = [["board", "#2f9e5f"], ["socket", "#c3c8ce"], ["part", "#e3ac3f"], ["plug", "#4f9bd1"]];
function behind(v) = v[3][2] > 60 && v[3][0] > wall && v[3][0] + v[4][0] < side || v[0] == "USB plugs";
module volumes(on_back) { for (v = bought) if (v[0] != "Button" && behind(v) == on_back) translate(v[3]) seen(v); }
function colour(v) = colours[search([v[1]], colours)[0]][1];

module seen(v) {
    size = v[4];
    if (v[2] == "terminal-board") {
        color("#2f9e5f") translate([0, 0, size[2] - 3]) cube([size[0], size[1], 1.6]);
        for (y = [0, size[1] - 9]) color("#3f6fc0") translate([0, y, 2]) cube([size[0], 9, size[2] - 5]);
        for (y = [4.5, size[1] - 4.5], n = [0:19]) color("#c9ced3") translate([3 + n * 3.16, y, 0.5]) cylinder(d = 2.4, h = 2);
    }
    else if (v[0] == "Pi") {
        color("#2f9e5f") cube(size);
        color("#333") translate([30, 20, -2]) cube([14, 14, 2]);
        color("#222") translate([7, 50, -8]) cube([51, 5, 8]);
    }
    else if (v[0] == "Pi, USB and network sockets") {   // of a Pi 4: the network at the top, beside the header; a Pi 3 or 5 has it at the bottom
        for (n = [0, 1]) color("#c3c8ce") translate([0, n * 18 + 0.5, 0]) cube([size[0], 15, size[2]]);
        color("#c3c8ce") translate([0, 36.5, 2.4]) cube([size[0], 15, size[2] - 2.4]);
        color("#333") translate([size[0] - 0.9, 38.5, 4.4]) cube([1, 11, 8]);
    }
    else if (v[0] == "USB plugs") for (n = [0, 1]) color("#4f9bd1") translate([0, n * 18 + 1.5, 4]) cube([size[0], 13, 8]);
    else if (v[0] == "Parts on the props board") {
        for (n = [0:5]) color("#4aa877") translate([1, size[1] - 16.8 - n * 10.16, 9]) cube([8, 10, 11]);
        for (n = [0:5]) color("#4aa877") translate([size[0] - 9, size[1] - 16.8 - n * 10.16, 9]) cube([8, 10, 11]);
        color("#4aa877") translate([31, 2, 9]) cube([30.5, 8, 11]);
        color("#1f7a4a") translate([39.3, size[1] - 57, 8]) cube([21, 51, 1.2]);
        color("#c3c8ce") translate([46, size[1] - 10, 5]) cube([8, 6, 3]);
        color("#3a3a3a") translate([64, 12, 14]) cube([19, 7, 6]);
        color("#3c5a8a") translate([94, 15, 4]) cylinder(d = 10, h = 16);
        color("#dfe6ea") translate([82, 2, 12]) cube([26, 7, 8]);
    }
    else if (v[2] == "jack-socket") {
        flat = size[2] > size[0] || size[0] == size[1];
        color("#c3c8ce") translate(flat ? [7, 7, 0] : [0, 7, 7]) rotate(flat ? [0, 0, 0] : [0, 90, 0]) cylinder(d = 9, h = 22);
    }
    else if (v[2] == "speaker" || v[2] == "buzzer" && size[2] < size[1]) {
        color(v[2] == "speaker" ? "#555" : "#222") translate([size[0] / 2, size[1] / 2, 0]) cylinder(d = size[0], h = 6);
        color("#999") translate([size[0] / 2, size[1] / 2, 6]) cylinder(d = size[0] * 0.5, h = size[2] - 6);
    }
    else if (v[2] == "buzzer") color("#222") translate([size[0] / 2, 0, size[2] / 2]) rotate([-90, 0, 0]) cylinder(d = size[0], h = size[1]);
    else if (v[2] == "rgb-led") color("#f3f3f3") translate([size[0] / 2, 0, size[2] / 2]) rotate([-90, 0, 0]) cylinder(d = 10, h = size[1]);
    else if (v[2] == "led") for (n = [0:9]) color("#d33") translate([3, 5 + n * 7.62, 0]) cylinder(d = 5, h = size[2]);
    else if (v[2] == "breadboard-half" || v[2] == "breadboard-mini") color("#f4f1ea") cube(size);
    else if (v[2] == "ws2812-bulb") {
        for (bulb = [-1, 1], n = [0:4]) translate([size[0] / 2, size[1] / 2 + bulb * (window[1] / 2 - 8.8 - n * 12.2), size[2] - 3]) {
            color("#f4f1ea") cube([bulb_rows[n] * strip_pitch, 11, 1], center = true);
            for (l = [0:bulb_rows[n] - 1]) color("#ffe9a8") translate([(l - (bulb_rows[n] - 1) / 2) * strip_pitch, 0, -1]) cube([5, 5, 1.6], center = true);
        }
    }
    else color(colour(v)) cube(size);
}

// The front towards you, what is behind it further away.
module from_front() { multmatrix([[1, 0, 0, -width / 2], [0, 0, 1, 0], [0, 1, 0, 0]]) children(); }

module shell_seen() { color(plum) translate([width / 2, 0, 0]) rotate([90, 0, 180]) import(str(stl, "shell.stl"), convexity = 10); }
module carrier_seen() {
    color("#d9c9a3") translate([window_at[0] - width / 2, front + gap + 2.4, window_at[1]]) rotate([90, 0, 0])
        import(str(stl, "carrier.stl"), convexity = 10);
}
module back_seen() {
    color(lilac) translate([-width / 2, depth, 0]) rotate([90, 0, 0]) import(str(stl, "back.stl"), convexity = 10);
}

module box() {
    shell_seen();
    from_front() { opal(); button(); }
    carrier_seen();
    back_seen();
}

// Opened from behind: the shell on the left, and the back beside it, its inside towards you.
module open_box() {
    rotate([0, 0, 180]) {
        shell_seen();
        from_front() { opal(); button(); volumes(false); }
        translate([0, 38, 0]) carrier_seen();
    }
    translate(back_beside) {
        back_seen();
        from_front() volumes(true);
    }
}

module wire(w) {
    color(w[0]) for (n = [1:len(w[2]) - 1]) hull() for (p = [w[2][n - 1], w[2][n]]) translate(p) sphere(d = w[1], $fn = 6);
}

back_beside = [width + 8, -depth - 75, 0];
function opened(p, on_back) = on_back ? [p[0] - width / 2, p[2], p[1]] + back_beside : [width / 2 - p[0], -p[2], p[1]];
unseen = concat(["Pi", "Memory card", "LEDs", "Breadboard of the hourglass", "Glass, with its wires", "Right chair's socket"], full ? ["Buzzer"] : []);
if (show == "apart") {
    for (w = wires) wire(w);
    for (v = bought) echo(part = [v[0], opened(v[3], behind(v)), opened(v[3] + v[4], behind(v))]);
    for (v = bought) if (search([v[0]], unseen) == [[]] && v[0] != "Parts on the props board")
        echo(anchor = [v[2], opened(v[3] + [v[4][0] * (v[0] == "Props board" ? 0.2 : 0.5), v[0] == "Mood lamp" ? 3 : v[4][1] / 2, behind(v) ? 0 : v[4][2] / 2], behind(v))]);
    for (v = bought, s = soldered) if (v[0] == "Parts on the props board") echo(anchor = [s[0], opened(v[3] + s[1], true)]);
    echo(anchor = ["print", opened([4, height - 4, depth], false)]);
    echo(anchor = ["print", opened([window_at[0], window_at[1], front + gap + 38], false)]);
    echo(anchor = ["print", opened([width - 8, height - 20, depth], true)]);
}

// The Pi on the back, with what is plugged into it, and the terminal board above it: words, not numbers.
on_pi = [["Pi", "", [0, 0, 0]], ["Pi, USB and network sockets", "", [0, 0, 0]], ["USB plugs", "USB: speaker or Pico", [12, 0, 0]],
    ["Power plug", "power", [0, -30, 0]], ["Memory card", "memory card", [-30, 0, 0]], ["Terminal board", "screw terminals", [-14, 0, -70]]];
if (show == "pi") for (v = bought, p = on_pi) if (v[0] == p[0]) {
    from_front() translate(v[3] + p[2]) seen(v);
    if (p[1] != "") echo(anchor = [p[1], anchor(v[3] + p[2] + [v[4][0] / 2, v[4][1] / 2, 0])]);
}
if (show == "pi") echo(anchor = ["Pi", anchor(pi_corner + [52, 8, 0])]);

// Taken apart along one line, from the button to the back; each thing in its place, only further away.
layers = full ? [["Button", -90], ["Glass, with its wires", 205], ["Speaker", 205], ["Buzzer", 0], ["Mood lamp", 0], ["Amplifier", 205]]
              : [["Button", -90], ["Breadboard of the hourglass", 205], ["LEDs", 175], ["Breadboard of the drivers", 205], ["Buzzer", 205]];
opal_away = 135;
carrier_away = 290;
socketed = ["Left chair's socket", "Right chair's socket"];
function away(v) = let (found = search([v[0]], layers)[0])
    found != [] ? layers[found][1] : v[0] == "Terminal board" ? 330
    : v[0] == "Pico's plug" || v[0] == "Parts on the props board" ? 345 : v[2] == "jack-socket" && behind(v) ? 475 : behind(v) ? 390 : 0;
function aside(v) = v[0] == socketed[0] ? [-45, 0, 0] : v[0] == socketed[1] ? [45, 0, 0]
    : v[0] == "Mood lamp" || full && v[0] == "Buzzer" ? [0, 45, 0] : v[0] == "USB plugs" ? [25, 0, 0]
    : v[0] == "Amplifier" || v[0] == "Breadboard of the drivers" ? [40, -95, 0] : v[0] == "Speaker" || v[0] == "Buzzer" ? [30, -25, 0]
    : v[0] == "Power plug" ? [0, -22, 0] : v[2] == "sd-card" ? [-22, 0, 0] : [0, 0, 0];
back_away = 450;
function place(v) = v[3] + aside(v) + [0, 0, away(v)];
function anchor(p) = [p[0] - width / 2, p[2], p[1]];
module exploded() {
    shell_seen();
    translate([0, opal_away, 0]) from_front() opal();
    translate([0, -90, 0]) from_front() button();
    translate([0, carrier_away, 0]) carrier_seen();
    translate([0, back_away, 0]) back_seen();
    from_front() for (v = bought) if (v[0] != "Button") translate(place(v)) seen(v);
}
// What is soldered to the props board and has a number of its own: key, and where on "Parts on the props board" it is.
soldered = [["pico", [50, props[1] - 31, 8]], ["terminal-2", [props[0] - 5, props[1] - 17, 11]], ["level-shifter", [73, 15, 14]], ["capacitor-1000u", [94, 15, 6]], ["fuse-holder", [100, 5, 12]]];
if (show == "exploded") {
    for (v = bought) if (v[0] != "Parts on the props board") echo(anchor = [v[2], anchor(place(v) + v[4] / 2)]);
    for (v = bought, s = soldered) if (v[0] == "Parts on the props board") echo(anchor = [s[0], anchor(place(v) + s[1])]);
    echo(anchor = ["opal", anchor([window_at[0], window_at[1] + window[1] / 2 - 6, opal_away])]);
    echo(anchor = ["print", anchor([width - 8, height - 20, 0])]);
    echo(anchor = ["print", anchor([window_at[0] + carrier_size[0] / 2 - 5, window_at[1] + carrier_size[1] / 2 - 8, carrier_away + front + gap])]);
    echo(anchor = ["print", anchor([width - 10, 25, back_away + depth - 3])]);
}

// The printed parts as they lie on the printer's bed, insides up.
module printed() {
    color(plum) import(str(stl, "shell.stl"), convexity = 10);
    color(lilac) translate([width + 15, 0, 0]) import(str(stl, "back.stl"), convexity = 10);
    color("#d9c9a3") translate([2 * width + 30 + carrier_size[0] / 2, height / 2, 0])
        import(str(stl, "carrier.stl"), convexity = 10);
}

// The same measures as in chair_pad.scad.
module pad() {
    color(plum) import(str(stl, "pad-base.stl"), convexity = 10);
    for (x = [-1, 1], y = [-1, 1]) color("#e8c54a") translate([x * 41, y * 41, 2.4 + 6]) cube([24, 24, 12], center = true);
    if (build == "starter") for (x = [-13, 13]) translate([x, 0, 2.4 + 6]) {
        color("#cfd3d6") cylinder(d = 7, h = 0.6);
        color("#c79a3b") translate([0, 0, 0.6]) difference() {
            cylinder(d = 5.5, h = 2);
            translate([-3, -0.5, 1.2]) cube([6, 1, 2]);
        }
    }
    else color("#e6e0cf") translate([0, 0, 2.4 + 5.1]) {
        cylinder(d = 18.2, h = 0.6);
        translate([-3.5, -17, 0]) cube([7, 14, 0.4]);
    }
    translate([140, 0, 0]) {     // its inside up
        color(lilac) import(str(stl, "pad-lid.stl"), convexity = 10);
        if (build == "starter") color("#c8743a") translate([-22, -9, 4.6]) cube([44, 18, 0.2]);
    }
}

if (show == "front") box();
if (show == "apart") open_box();
if (show == "exploded") exploded();
if (show == "printed") printed();
if (show == "pad") pad();
if (show == "coupon") {
    color(lilac) import("../stl/coupon.stl", convexity = 10);
    echo(anchor = [str("button ", button_hole), [20, 22 + button_hole / 2 + 2, front]]);     // where coupon() of box.scad has them
    echo(anchor = [str("socket ", jack_hole), [46, 38, front]]);
    echo(anchor = [str("lamp ", lamp_hole), [66, 40, front]]);
    echo(anchor = [str("M3 through ", clear), [76, 36, front]]);
    echo(anchor = ["M3 into plastic", [50, 6, front + 8]]);
    echo(anchor = ["M2.5 into plastic", [62, 6, front + 8]]);
    echo(anchor = ["opal sheet 1.2", [72.6, 8, front]]);
    echo(anchor = [str("strip ", strip_width), [88, 12, front]]);
}
