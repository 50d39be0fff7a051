// Everything that is bought and sits in the box, as volumes, with the room that its plugs need. Millimetres, as seen from
// the front: x to the right, y up, z from the front's outer face to the back.
//
// Each is [name, what it is, key of the parts list, least corner, size]. scene.scad draws them, volumes.py looks whether
// any two of them collide and whether all of them are inside; include after box.scad.

pi_board = [85, 56, 1.6];
standoff = 6;
usb_out = 3;            // the Pi's USB sockets stand out over its edge
usb_plug = 30;          // a straight USB-A plug, from the board's edge to the bend of its cable
usb_c_plug = 26;
jack_depth = 22;        // a 3.5 mm socket with its soldered leads, behind the wall

pi_corner = [pi_at[0] - 58 / 2 - 3.5, pi_at[1] - pi_board[1] / 2, depth - back_thick - standoff - pi_board[2]];
pi_edge = pi_corner[0] + pi_board[0];
props_front = depth - back_thick - standoff - 1.6;
top = height - wall;
side = width - wall;

function jack(name, at) = [name, "plug", "jack-socket", at, [jack_depth, 14, 14]];

// The sockets and plugs have their room whichever of the three is the network's: on a Pi 4 the one beside the header.
both = [
    ["Pi", "board", "pi", pi_corner, pi_board],
    ["Pi, USB and network sockets", "socket", "pi", [pi_edge - 18, pi_corner[1] + 2, pi_corner[2] - 16], [18 + usb_out, 52, 15.9]],
    ["USB plugs", "plug", full ? "usb-cable" : "usb-speaker", [pi_edge + usb_out + 0.1, pi_corner[1] + 2, pi_corner[2] - 16], [usb_plug - usb_out - 0.1, 52, 15.9]],
    ["Power plug", "plug", "supply", [pi_corner[0] + 5.2, pi_corner[1] - usb_c_plug, pi_corner[2] - 6], [12, usb_c_plug - 0.1, 7]],
    ["Memory card", "plug", "sd-card", [pi_corner[0] - 3, pi_corner[1] + 21, pi_corner[2] + 1.7], [14, 14, 2]],
    ["Terminal board", "board", "terminal-board", [pi_corner[0], pi_corner[1], pi_corner[2] - 27], [66, 56, 18]],
    ["Button", "part", "arcade-button", [button_at[0] - 16, button_at[1] - 16, front], [32, 32, 58]],
    jack("Right chair's socket", [side - jack_depth, socket_at[0] - 7, socket_at[1] - 7]),
    jack("Left chair's socket", [wall, socket_at[0] - 7, socket_at[1] - 7]),
];
starters = [
    ["Breadboard of the hourglass", "board", "breadboard-half",
        [window_at[0] - breadboard[0] / 2, window_at[1] - breadboard[1] / 2, front + gap - 9.5], [breadboard[0], breadboard[1], 9.4]],
    ["LEDs", "part", "led", [window_at[0] - 3, window_at[1] - breadboard[1] / 2, front + gap - 9.5 - 11], [6, breadboard[1], 10.9]],
    ["Breadboard of the drivers", "board", "breadboard-mini", [wall, 78, 40], [9.5, 47, 35]],
    ["Buzzer", "part", "buzzer", [speaker_at[0] - 15, speaker_at[1] - 15, front], [30, 30, 12]],
];
fulls = [
    ["Props board", "board", "props-board", [props_at[0] - props[0] / 2, props_at[1] - props[1] / 2, props_front], [props[0], props[1], 1.6]],
    ["Parts on the props board", "part", "pico", [props_at[0] - props[0] / 2, props_at[1] - props[1] / 2, props_front - 20], [props[0], props[1] - 1, 19.9]],
    ["Pico's plug", "plug", "usb-cable", [pico_at - 6, props_at[1] + props[1] / 2 - 1, props_front - 17], [12, 28, 8]],
    ["Glass, with its wires", "part", "ws2812-bulb", [window_at[0] - 33, window_at[1] - 65, front + 1], [66, 130, gap - 1.1]],
    ["Speaker", "part", "speaker", [speaker_at[0] - 25, speaker_at[1] - 25, front], [50, 50, 26]],
    ["Amplifier", "board", "amplifier", [wall, 106, 40], [9, 20, 20]],
    ["Buzzer", "part", "buzzer", [horn_at[0] - 15, top - 12, horn_at[1] - 15], [30, 11.9, 30]],
    ["Mood lamp", "part", "rgb-led", [lamp_at[0] - 6, top - 25, lamp_at[1] - 6], [12, 24.9, 12]],
    for (n = [0:5]) [str("Guest buzzer's socket ", n + 1), "plug", "jack-socket",
        [width / 2 + (2.5 - n) * 18 - 7, 17 - 7, depth - back_thick - jack_depth], [14, 14, jack_depth]],
];
bought = concat(both, full ? fulls : starters);
