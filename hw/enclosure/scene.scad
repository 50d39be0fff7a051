// For the pictures only: the printed parts (the STL files themselves) with what is bought beside them.

build = "starter";      // starter | full
show = "front";         // front | apart | printed | pad
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

// What is bought, as plain volumes: what sits on the back, and all else.
colours = [["board", "#2f8f57"], ["socket", "#b9bec4"], ["part", "#d8a13a"], ["plug", "#4a90c2"]];
function behind(v) = v[3][2] > 60 && v[3][0] > wall && v[3][0] + v[4][0] < side || v[0] == "USB plugs";
module volumes(on_back) {
    for (v = bought) if (v[0] != "Button" && behind(v) == on_back)
        color(colours[search([v[1]], colours)[0]][1]) translate(v[3]) cube(v[4]);
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
    translate([width + 30, -depth - 20, 0]) {
        back_seen();
        from_front() volumes(true);
    }
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
if (show == "printed") printed();
if (show == "pad") pad();
