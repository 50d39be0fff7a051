// Plays the Pico: real MicroPython (its WebAssembly port) runs the firmware on stand-in pins, on a pty's master side.
// Started by rig.py, which hands in a JSON of what is needed; asks come as JSON lines on standard input.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import tty from "node:tty";

process.on("uncaughtException", (trouble) => {
    console.error(String(trouble.message ?? trouble)); // not the whole of MicroPython's one long line
    process.exit(1);
});
const wanted = JSON.parse(fs.readFileSync(process.argv[2], "utf-8"));
const { loadMicroPython } = await import(wanted.package);

const mp = await loadMicroPython({
    heapsize: wanted.heap,
    linebuffer: false,
    stdout: (bytes) => (atPrompt ? send(Buffer.from(bytes)) : process.stderr.write(bytes)),
});
const put = (from, to) => {
    for (const name of fs.readdirSync(from))
        if (name.endsWith(".py")) mp.FS.writeFile(`${to}/${name}`, fs.readFileSync(path.join(from, name)));
};
mp.FS.mkdir("/standins");
put(wanted.standins, "/standins");
if (wanted.firmware) put(wanted.firmware, "");
for (const [name, text] of Object.entries(wanted.files)) mp.FS.writeFile(`/${name}`, text);

const say = (word) => {
    const bytes = Buffer.from(JSON.stringify(word) + "\n");
    for (let said = 0; said < bytes.length; )
        try {
            said += fs.writeSync(1, bytes, said);
        } catch (trouble) {
            if (trouble.code !== "EAGAIN") throw trouble; // the pipe is full: rig.py reads on
        }
};
let atPrompt = false;

// Faults that a test asks for.
const faults = { toBox: { every: 0, count: 0, part: [] }, toBoard: { every: 0, count: 0, part: [] }, deafUntil: 0 };
const lossy = (way, bytes) => {
    const fault = faults[way];
    if (!fault.every && !fault.part.length) return bytes;
    const passed = [];
    for (const byte of bytes) {
        fault.part.push(byte);
        if (byte !== 0) continue;
        if (fault.part.length > 1 && fault.every && ++fault.count % fault.every === 0) passed.push(0);
        else passed.push(...fault.part);
        fault.part = [];
    }
    return Buffer.from(passed);
};

const send = (bytes) => {
    for (let sent = 0; sent < bytes.length; )
        try {
            sent += fs.writeSync(wanted.fd, bytes, sent);
        } catch (trouble) {
            return; // nobody reads, and the line is full: a Pico drops it too
        }
};
globalThis.scratch = wanted.scratch;
globalThis.clock = () => Number(process.hrtime.bigint() / 1000n) & 0x3fffffff;
globalThis.send = (hexed) => send(lossy("toBox", Buffer.from(hexed, "hex")));

mp.FS.chdir("/");
mp.runPython("import sys; sys.path[:0] = ['/standins']; import boot");
const boot = mp.pyimport("boot");
const leave = (how) => {
    say({ left: how, kept: JSON.parse(boot.ask("kept()")) });
    if (how !== "prompt") process.exit(0);
    giveWay();
};
const giveWay = () => {
    atPrompt = true;
    mp.runPython("import boot; boot.at_prompt()");
    mp.replInit();
};
globalThis.resetSoon = () => setTimeout(() => leave("reset"), 10);
const turn = () => {
    if (atPrompt || Date.now() < faults.deafUntil) return;
    const how = boot.turn();
    if (how) leave(how);
};
// MicroPython's own prompt. Its paste mode would wait for standard input, which there is none of: refused, as old ones do.
const PASTE = Buffer.from([5, 65, 1]);
const prompt = (bytes) => {
    if (bytes.equals(PASTE)) send(Buffer.from("R\0"));
    else for (const byte of bytes) if (mp.replProcessChar(byte)) leave("reset");
};
const feed = (bytes) => {
    if (atPrompt) {
        prompt(bytes);
        return;
    }
    if (bytes.length) boot.feed(bytes.toString("hex"));
    turn();
};

if (mp.FS.analyzePath("/main.py").exists)
    try {
        boot.start();
    } catch (trouble) {
        console.error(trouble.message);
        send(Buffer.from(`${trouble.message}\r\n`)); // as a Pico does: the traceback, and then the prompt
        giveWay();
    }
else giveWay();
const line = new tty.ReadStream(wanted.fd);
line.on("data", (bytes) => feed(lossy("toBoard", bytes)));
line.on("error", () => {});
setInterval(turn, 1);
setInterval(() => mp.runPython("import gc; gc.collect()"), 500);

const orders = {
    ask: (order) => boot.ask(order.words),
    lose: (order) => {
        for (const way of order.ways) Object.assign(faults[way], { every: order.every, count: 0 });
    },
    noise: (order) => {
        const bytes = Buffer.from(order.bytes, "hex");
        if (order.way === "toBox") send(bytes);
        else feed(bytes);
    },
    hang: (order) => {
        faults.deafUntil = Date.now() + order.seconds * 1000;
    },
};
readline.createInterface({ input: process.stdin }).on("line", (text) => {
    const order = JSON.parse(text);
    try {
        say({ id: order.id, value: orders[order.do](order) ?? "null" });
    } catch (trouble) {
        say({ id: order.id, trouble: String(trouble) });
    }
}).on("close", () => process.exit(0));
say({ ready: true });
