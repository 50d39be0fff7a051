// For the pictures only: the printed parts (the STL files themselves) with what is bought beside them.

build = "starter";      // starter | full
show = "front";         // front | apart | printed | pad
$fn = 96;

include <box.scad>
part = "none";
stl = str("../stl/", build, "-");

plum = "#4a3560";
lilac = "#8d7aab";

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

// The front towards you, what is behind it further away.
module from_front() { multmatrix([[1, 0, 0, -width / 2], [0, 0, 1, 0], [0, 1, 0, 0]]) children(); }

module box(apart) {
    color(plum) translate([width / 2, 0, 0]) rotate([90, 0, 180]) import(str(stl, "shell.stl"), convexity = 10);
    from_front() {
        translate([0, 0, apart * 22]) opal();
        translate([0, 0, -apart * 50]) button();
    }
    color("#d9c9a3") translate([window_at[0] - width / 2, front + gap + 2.4 + apart * 85, window_at[1]]) rotate([90, 0, 0])
        import(str(stl, "carrier.stl"), convexity = 10);
    color(lilac) translate([-width / 2, depth + apart * 110, 0]) rotate([90, 0, 0])
        import(str(stl, "back.stl"), convexity = 10);
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

if (show == "front") box(0);
if (show == "apart") box(1);
if (show == "printed") printed();
if (show == "pad") pad();
