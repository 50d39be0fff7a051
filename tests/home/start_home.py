"""Starts a Home Assistant without a face: its core, HTTP, automations and MQTT, and nothing that needs the frontend.

Run by the Python that has it: `python start_home.py CONFIG_FOLDER`.
"""

import sys

from homeassistant import bootstrap, runner
from homeassistant.util import package

bootstrap.DEFAULT_INTEGRATIONS = {"automation", "api", "websocket_api", "auth"}
bootstrap.CRITICAL_INTEGRATIONS = set()
# What stands in the manifests is what test-home has installed; nothing is fetched while a test runs.
package.is_installed = lambda requirement: True

if __name__ == "__main__":
    settings = runner.RuntimeConfig(config_dir=sys.argv[1], skip_pip=True)
    sys.exit(runner.run(settings))
