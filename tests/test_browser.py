"""The browser fixtures themselves: they reach the test's server and they notice what goes wrong."""

from playwright.sync_api import Page


def test_paths_lead_to_the_live_server(page: Page, page_errors: list[str]) -> None:
    with page.expect_event("console"):
        answer = page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    assert len(page_errors) == 1
    assert "404" in page_errors[0]
    assert page_errors[0].endswith("/nowhere)")
    page_errors.clear()


def test_script_errors_are_noticed(page: Page, page_errors: list[str]) -> None:
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('on purpose') })")
    assert page_errors == ["script: on purpose"]
    page_errors.clear()


def test_a_page_for_the_desk_and_one_for_the_hand(page: Page, phone: Page) -> None:
    assert page.viewport_size == {"width": 1280, "height": 800}
    assert phone.viewport_size == {"width": 390, "height": 844}
    assert phone.evaluate("navigator.maxTouchPoints") > 0
