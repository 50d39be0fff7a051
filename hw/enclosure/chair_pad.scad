// The pad under a jail chair's cushion: a base, and a lid that rests on four blocks of foam and presses the sensor.
// Millimetres. The starter has a switch of two screws, which a strip of copper under the lid joins; the full build a
// pressure sensor (FSR 402).

sensor = "switch";      // switch | fsr
part = "base";          // base | lid; scene.scad shows them together

size = 130;
floor_thick = 2.4;
rim = 2.4;
rim_height = 17.2;      // holds the lid, also while nobody sits: its underside rests at 14.4
lid_thick = 3.2;
slack = 0.8;            // around the lid
foam = 24;              // side of a foam block; 12 high, soft enough that the lid sinks under a hand
foam_height = 12;
gap = 2;                // the lid sinks so far until it touches
travel = sensor == "fsr" ? 0.9 : gap + 0.4;     // then it also lies on its stops, and nothing is crushed
island = [44, 18, 6];   // carries the two screws
screws = 26;            // from one screw to the other
screw_head = 2.6;       // head and washer of an M3 screw
fsr = 18.6;             // diameter
fsr_seat = 5;
rubber = 2.5;           // the sensor, and the rubber disc on it
cable = 5;

rest = floor_thick + foam_height;       // underside of the lid, nobody on it
stop = rest - travel;                   // and with somebody
$fn = 48;
eps = 0.01;

module rounded(side, r) { translate([-side / 2 + r, -side / 2 + r]) offset(r) square(side - 2 * r); }
module corners(at) { for (x = [-1, 1], y = [-1, 1]) translate([x * at, y * at]) children(); }

module base() {
    difference() {
        union() {
            linear_extrude(floor_thick) rounded(size, 10);
            linear_extrude(rim_height) difference() { rounded(size, 10); rounded(size - 2 * rim, 10 - rim); }
            // pockets for the foam
            translate([0, 0, floor_thick - eps]) linear_extrude(2.5) corners(size / 2 - 24) difference() {
                square(foam + 3, center = true);
                square(foam + 0.4, center = true);
            }
            // stops
            for (a = [25:90:295]) rotate(a) translate([size / 2 - 14, 0]) cylinder(d = 10, h = stop);
            if (sensor == "switch") translate([-island[0] / 2, -island[1] / 2, floor_thick - eps]) cube(island);
            else cylinder(d = fsr + 8, h = floor_thick + fsr_seat + 1);
        }
        if (sensor == "fsr") {
            translate([0, 0, floor_thick + fsr_seat]) cylinder(d = fsr, h = 2);
            translate([-4, -fsr, floor_thick + fsr_seat]) cube([8, fsr, 2]);    // its tail
        }
        else for (x = [-1, 1]) translate([x * screws / 2, 0, 1]) cylinder(d = 2.6, h = 20);
        // the cable, and two holes for a tie that holds it
        translate([-cable / 2, -size / 2 - 1, floor_thick + 0.6]) cube([cable, rim + 12, cable]);
        for (x = [-1, 1]) translate([x * (cable / 2 + 2), -size / 2 + 22, -eps]) cylinder(d = 3, h = floor_thick + 1);
    }
}

// Printed upside down: the flat side, which bears the cushion, lies on the bed.
module lid() {
    touched = sensor == "switch" ? island[2] + screw_head : fsr_seat + rubber;      // its height above the floor
    nose = foam_height - touched - (sensor == "switch" ? gap : 0.3);
    linear_extrude(lid_thick) rounded(size - 2 * rim - 2 * slack, 8);
    for (a = [45, 135]) rotate(a) translate([-size * 0.25, -1.5, lid_thick - eps]) cube([size * 0.5, 3, 1.2]);
    translate([0, 0, lid_thick - eps]) if (sensor == "switch") translate([-island[0] / 2, -island[1] / 2]) cube([island[0], island[1], nose]);
        else cylinder(d = 12, h = nose);
}

if (part == "base") base();
if (part == "lid") lid();
