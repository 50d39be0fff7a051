"""The box's name on the network, told and asked by real multicast DNS."""

from __future__ import annotations

import asyncio

import pytest
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from majordome.web.mdns import KIND, announced


def test_a_phone_finds_the_box_by_its_name() -> None:
    async def look() -> ServiceInfo | None:
        async with announced("majordome-test.local", "127.0.0.1", 8123, interfaces=["127.0.0.1"]):
            phone = AsyncZeroconf(interfaces=["127.0.0.1"])
            try:
                return await phone.async_get_service_info(KIND, f"Majordome-test.{KIND}", timeout=3000)
            finally:
                await phone.async_close()

    try:
        found = asyncio.run(look())
    except OSError as trouble:
        pytest.skip(f"no multicast on this machine: {trouble}")
    assert found is not None
    assert found.server == "majordome-test.local."
    assert found.port == 8123
    assert found.parsed_addresses() == ["127.0.0.1"]
