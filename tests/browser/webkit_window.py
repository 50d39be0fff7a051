"""A window of WebKitGTK that WebDriver leads: run by the system's own Python, which has the bindings.

Debian's MiniBrowser cannot become narrower than 447 pixels, and a phone is narrower. WebDriver speaks only to what
calls itself so.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - only after the versions are chosen

width, height = (int(number) for number in sys.argv[1].split("x"))
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)


def led(_: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Somebody leads it now."""
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: view)


context.connect("automation-started", led)
window = Gtk.Window()
window.set_decorated(False)
window.set_default_size(width, height)
window.add(view)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
