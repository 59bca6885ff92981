from flask.testing import FlaskClient


def test_the_process_answers(api: FlaskClient) -> None:
    assert api.get("/healthz").get_json() == {"status": "ok"}


def test_the_store_answers(api: FlaskClient) -> None:
    assert api.get("/readyz").get_json() == {"status": "ok"}


def test_problems_are_explained_in_both_languages(api: FlaskClient) -> None:
    english, french = (
        api.get("/problems/card_does_not_match", headers={"Accept-Language": language}) for language in ("en", "fr")
    )
    assert english.get_json()["title"] == "The card does not match"
    assert french.get_json()["title"] == "La carte ne convient pas"
    assert (french.headers["Content-Language"], french.headers["Vary"]) == ("fr", "Accept-Language")
    assert english.headers["ETag"] != french.headers["ETag"]
