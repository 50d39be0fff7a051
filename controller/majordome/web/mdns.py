"""`majordome.local`: the box's name on the local network, by zeroconf."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from zeroconf import InterfaceChoice, IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

KIND = "_http._tcp.local."


@asynccontextmanager
async def announced(
    name: str, address: str, port: int, interfaces: InterfaceChoice | list[str] = InterfaceChoice.Default
) -> AsyncIterator[None]:
    """Announce the name for as long as this lasts."""
    info = ServiceInfo(
        KIND,
        f"{name.partition('.')[0].capitalize()}.{KIND}",
        addresses=[socket.inet_aton(address)],
        port=port,
        server=f"{name}.",
        properties={"path": "/"},
    )
    zeroconf = AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
    try:
        await zeroconf.async_register_service(info, allow_name_change=True)
        yield
    finally:
        await zeroconf.async_unregister_all_services()
        await zeroconf.async_close()
