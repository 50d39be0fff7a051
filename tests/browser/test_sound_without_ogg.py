"""The twin's sound in a browser that reads no Ogg: Apple's before 18.4."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.party import OpenParty
from browser.phones import Twin

READS_NO_OGG = """
const reads = BaseAudioContext.prototype.decodeAudioData;
BaseAudioContext.prototype.decodeAudioData = function (bytes) {
  const [...first] = new Uint8Array(bytes, 0, 4);
  if (String.fromCharCode(...first) === "OggS") return Promise.reject(new DOMException("no Ogg here", "EncodingError"));
  return reads.call(this, bytes);
};
"""


def sounding(twin: Twin) -> None:
    twin.at("The guests arrive")
    twin.page.locator("#sound").select_option("page")
    expect(twin.page.locator("#sound")).to_have_value("page")
    twin.press()


@pytest.mark.real_time("a sound is waited for")
def test_the_butler_is_heard_as_wav(party: OpenParty) -> None:
    twin = party().twin()
    twin.context.add_init_script(READS_NO_OGG)
    twin.page.reload()
    asked: list[str] = []
    twin.page.on("request", lambda request: asked.append(request.url) if "/sounds/" in request.url else None)
    with twin.page.expect_response("**/sounds/en/*.wav*") as answer:
        sounding(twin)
    assert answer.value.status == 200
    twin.page.wait_for_function("() => overheard.includes('sound')")
    assert not [url for url in asked if ".ogg" in url]
    expect(twin.page.locator("#unlock")).to_be_hidden()


@pytest.mark.real_time("a sound is waited for")
def test_a_browser_that_reads_ogg_is_given_ogg(party: OpenParty) -> None:
    twin = party().twin()
    with twin.page.expect_response("**/sounds/en/*.ogg*"):
        sounding(twin)
    twin.page.wait_for_function("() => overheard.includes('sound')")


@pytest.mark.real_time("a sound is waited for")
def test_where_the_box_cannot_help_the_page_says_so(party: OpenParty) -> None:
    twin = party().twin()
    twin.context.add_init_script(READS_NO_OGG)
    twin.page.route("**/sounds/**/*.wav*", lambda route: route.fulfill(status=503))
    twin.page.reload()
    sounding(twin)
    expect(twin.page.locator("#unlock")).to_contain_text("cannot play the box’s voice")
    assert twin.complaints
    twin.complaints.clear()  # of the 503
