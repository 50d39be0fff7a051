// Runs one piece of MicroPython beside the firmware and the stand-ins; rig.py's run_on_micropython.
import fs from "node:fs";
import path from "node:path";

const wanted = JSON.parse(fs.readFileSync(0, "utf-8"));
const { loadMicroPython } = await import(wanted.package);
const mp = await loadMicroPython({
    heapsize: wanted.heap,
    linebuffer: false,
    stdout: (bytes) => fs.writeSync(1, Buffer.from(bytes)),
});
mp.FS.mkdir("/standins");
for (const [from, to] of [[wanted.standins, "/standins"], [wanted.firmware, ""]])
    for (const name of fs.readdirSync(from))
        if (name.endsWith(".py")) mp.FS.writeFile(`${to}/${name}`, fs.readFileSync(path.join(from, name)));
mp.FS.writeFile("/settings.py", wanted.settings);
globalThis.clock_us = () => Number(process.hrtime.bigint() / 1000n) & 0x3fffffff;
try {
    mp.runPython("import sys; sys.path[:0] = ['/standins', '/']");
    // Parts are separate calls from outside: between two of them the rubbish is collected, as it cannot be within one.
    for (const part of wanted.source.split("\n# ----\n")) {
        mp.runPython(part);
        mp.runPython("import gc; gc.collect()");
    }
} catch (trouble) {
    console.error(String(trouble.message ?? trouble));
    process.exit(1);
}
