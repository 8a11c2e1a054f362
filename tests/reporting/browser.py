"""Headless Chromium, to open a report as its readers do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Browser:
    """A page in Chromium: what it shows, what it complained of, what it tried to load."""

    def __init__(self, driver) -> None:
        self.driver = driver

    def open(self, page: Path, anchor: str = "") -> None:
        """Open a file, there, and wait until its explorer is ready, if it has one."""
        self.driver.get(page.resolve().as_uri() + anchor)
        self.ready()

    def leave_and_return(self) -> None:
        """Open an empty page and go back to this one, which then has its fields as they were."""
        self.driver.get("about:blank")
        self.driver.back()
        self.ready()

    def ready(self) -> None:
        """Wait until the page's explorer is ready, if it has one."""
        self.wait(
            "return !document.getElementById('explorer-app') "
            "|| performance.getEntriesByName('explorer ready').length > 0"
        )

    def wait(self, script: str) -> None:
        """Wait until ``script`` returns something true."""
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script(script))

    def run(self, script: str, *values):
        """What ``script`` returns."""
        return self.driver.execute_script(script, *values)

    def find(self, selector: str) -> list:
        """The elements that a CSS selector names."""
        return self.driver.find_elements("css selector", selector)

    def hover(self, element) -> None:
        """Move the pointer over the middle of an element."""
        from selenium.webdriver import ActionChains

        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        ActionChains(self.driver).move_to_element(element).perform()

    def press(self, *keys: str) -> None:
        """Press keys one after another, wherever the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def resize(self, width: int, height: int) -> None:
        """Make the page's own window that large, in CSS pixels."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def emulate(self, media: str = "", feature: str = "", value: str = "") -> None:
        """Show the page as that medium and with that preference of its reader; as ever if empty."""
        features = [{"name": feature, "value": value}] if feature else []
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": media, "features": features}
        )

    def complaints(self) -> list[str]:
        """Everything that the browser's console holds, errors and warnings alike."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses of everything that the page asked for since it was last asked."""
        events = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A fresh Chromium; the test is skipped where there is none, or nothing to drive it with."""
    binary = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip(
            f"no {'Chromium' if binary is None else 'chromedriver'} on this machine: install both "
            "(Debian: chromium and chromium-driver) to have the page tried in a browser"
        )
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in (
        *("headless=new", "window-size=1280,1000", "hide-scrollbars", "disable-gpu"),
        # Pages of our own making; in a container Chromium has no sandbox to offer.
        *("no-sandbox", "disable-dev-shm-usage"),
        *("disable-background-networking", "disable-component-update", "no-first-run"),
    ):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options, webdriver.ChromeService(driver))
    try:
        yield Browser(started)
    finally:
        started.quit()
