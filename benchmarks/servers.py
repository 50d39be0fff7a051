"""Why the pages stand on h11 and wsproto: start, memory and answer time of the servers that could have carried them.

Each candidate runs alone in a process and answers a small question. Those that are not installed are left out:
`pip install starlette uvicorn aiohttp microdot` puts them in the comparison.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from statistics import median

QUESTIONS = 200

READY = """
def ready(port):
    print(port, round(1000 * (time.perf_counter() - began)), flush=True)
"""
OURS = """
import asyncio, h11, wsproto
from majordome.web.http_words import Response
from majordome.web.http import BODY, Admitted, Door
async def answer(request):
    return Response(200, request.body, (("content-type", "application/json"),))
class House:
    leads = staticmethod(lambda first: True)
    key_of_host = staticmethod(lambda request: "")
    admit = staticmethod(lambda request: Admitted(answer, BODY))
    polite = staticmethod(lambda response: response)
async def live(line):
    pass
async def main():
    ready(await Door(House(), live).open("127.0.0.1", 0))
    await asyncio.Event().wait()
asyncio.run(main())
"""
MICRODOT = """
import asyncio
from microdot import Microdot
import microdot.websocket
app = Microdot()
@app.post("/")
async def answer(request):
    return request.body, 200, {"content-type": "application/json"}
async def main():
    server = await asyncio.start_server(app.handle_request, "127.0.0.1", 0)
    ready(server.sockets[0].getsockname()[1])
    await asyncio.Event().wait()
asyncio.run(main())
"""
STARLETTE = """
import asyncio, socket, uvicorn
import uvicorn.protocols.http.h11_impl, uvicorn.protocols.websockets.websockets_impl
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
async def answer(request):
    return Response(await request.body(), media_type="application/json")
app = Starlette(routes=[Route("/", answer, methods=["POST"])])
plug = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
plug.bind(("127.0.0.1", 0))
async def main():
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", http="h11", lifespan="off"))
    serving = asyncio.ensure_future(server.serve([plug]))
    while not server.started:
        await asyncio.sleep(0.001)
    ready(plug.getsockname()[1])
    await serving
asyncio.run(main())
"""
AIOHTTP = """
import asyncio
from aiohttp import web
async def answer(request):
    return web.Response(body=await request.read(), content_type="application/json")
async def main():
    app = web.Application()
    app.router.add_post("/", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    ready(site._server.sockets[0].getsockname()[1])
    await asyncio.Event().wait()
asyncio.run(main())
"""
CANDIDATES = {
    "h11 + wsproto (ours)": OURS,
    "microdot": MICRODOT,
    "starlette + uvicorn": STARLETTE,
    "aiohttp": AIOHTTP,
}


def ask(phone: http.client.HTTPConnection) -> None:
    """One question; a server that hangs up after each is called again."""
    for _ in range(2):
        try:
            phone.request("POST", "/", b'{"is":"press"}', {"content-type": "application/json"})
            phone.getresponse().read()
            return
        except (http.client.RemoteDisconnected, OSError):
            phone.close()


def measured(script: str) -> tuple[float, float, float] | None:
    """Milliseconds to start, megabytes, and milliseconds an answer; None where it is not installed."""
    code = f"import time\nbegan = time.perf_counter()\n{READY}\n{script}"
    server = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        told = server.stdout.readline().split()
        if not told:
            return None
        answers = []
        phone = http.client.HTTPConnection("127.0.0.1", int(told[0]))
        for number in range(QUESTIONS):
            began = time.perf_counter()
            ask(phone)
            answers.append(time.perf_counter() - began)
            if number % 8 == 7:
                time.sleep(0.2)  # our door bears no more from one address
        with open(f"/proc/{server.pid}/status") as status:
            memory = next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
        return float(told[1]), memory, 1000 * median(answers)
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Measure and tell."""
    reference: tuple[float, float, float] | None = None
    for name, script in CANDIDATES.items():
        result = measured(script)
        if result is None:
            print(f"servers, {name}: not installed, left out")
            continue
        reference = reference or result
        start, memory, answer = result
        print(
            f"servers, {name}: start {start:.0f} ms ({start / reference[0]:.2f} times ours), memory {memory:.1f} MB "
            f"({memory / reference[1]:.2f}), answer {answer:.2f} ms ({answer / reference[2]:.2f})"
        )


if __name__ == "__main__":
    main()
