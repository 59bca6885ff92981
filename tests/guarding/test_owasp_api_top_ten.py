"""The OWASP API Security Top 10 of 2023, and the tests for each risk; here it is checked that there are such tests."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parents[1]
RISKS: Final[Mapping[str, tuple[str, ...]]] = {
    "API1 broken object level authorisation": (
        "guarding/test_authorisation.py::test_who_is_not_served_is_refused_and_changes_nothing",
        "guarding/test_authorisation.py::test_to_others_a_private_game_is_closed",
        "web/test_permissions.py::test_to_outsiders_a_private_game_is_as_if_there_were_none",
    ),
    "API2 broken authentication": (
        "guarding/test_authorisation.py::test_who_is_not_served_is_refused_and_changes_nothing",
        "web/test_permissions.py::test_what_is_no_bearer_token_is_invalid",
        "web/test_permissions.py::test_a_token_in_the_address_is_not_read",
        "web/test_permissions.py::test_a_host_token_is_no_seat_token_of_the_same_bits",
        "guarding/test_resource_consumption.py::test_made_up_tokens_gain_nothing",
    ),
    "API3 broken object property level authorisation": (
        "guarding/test_extra_fields.py::test_a_field_that_is_kept_but_not_asked_for_is_refused",
        "guarding/test_extra_fields.py::test_an_argument_that_is_not_asked_for_is_refused",
        "web/test_hidden_cards.py::",
        "web/test_hidden_events.py::",
        "web/test_hidden_inboxes.py::",
        "conformance/test_operations.py::test_answers_are_as_documented",
    ),
    "API4 unrestricted resource consumption": (
        "guarding/test_resource_consumption.py::test_each_operation_is_limited_also_while_the_store_is_away",
        "guarding/test_resource_consumption.py::test_no_body_is_too_large_or_too_deep_for_long",
        "guarding/test_resource_consumption.py::test_all_texts_lists_and_numbers_in_bodies_have_bounds",
        "guarding/test_resource_consumption.py::test_no_page_is_larger_than_said",
        "web/test_limits.py::test_memory_is_bounded_and_the_worst_are_remembered",
        "web/test_events_limits.py::test_an_address_has_so_many_whatever_tokens_it_has",
        "web/test_events_limits.py::test_who_reads_too_slowly_is_told_so",
    ),
    "API5 broken function level authorisation": (
        "guarding/test_authorisation.py::test_for_each_operation_it_is_said_whom_it_serves",
        "guarding/test_authorisation.py::test_head_is_refused_where_get_is",
        "guarding/test_inventory_and_configuration.py::test_no_other_method_does_anything",
    ),
    "API6 unrestricted access to sensitive business flows": (
        # matches, tournaments and seats may be taken by programs: bots are welcome. What is rationed is how many.
        "web/test_admission.py::test_a_token_is_no_disguise_for_who_creates_games",
        "web/resources/test_matches.py::",
    ),
    "API7 server side request forgery": (
        "guarding/test_inventory_and_configuration.py::test_the_server_calls_nobody",
        "guarding/test_inventory_and_configuration.py::test_no_request_names_an_address",
    ),
    "API8 security misconfiguration": (
        "guarding/test_inventory_and_configuration.py::test_each_answer_says_what_browsers_and_caches_may_do_with_it",
        "guarding/test_inventory_and_configuration.py::test_pages_run_nothing_from_elsewhere",
        "guarding/test_inventory_and_configuration.py::test_failures_show_nothing_of_the_inside",
        "web/test_envelope.py::test_origins_that_are_not_listed_are_not_allowed",
        "test_config.py::test_an_unknown_variable_is_named",
    ),
    "API9 improper inventory management": (
        "guarding/test_inventory_and_configuration.py::test_what_is_served_is_what_the_document_and_the_list_of_pages_say",
        "web/test_document.py::test_the_document_that_is_kept_is_the_codes_own",
    ),
    "API10 unsafe consumption of APIs": (
        # There is none but the store's: what it holds is read as what it should be, or refused.
        "store/test_codec.py::",
    ),
}


@pytest.mark.parametrize("risk", RISKS)
def test_there_are_tests_for_each_risk(risk: str) -> None:
    for reference in RISKS[risk]:
        file, _, name = reference.partition("::")
        text = (TESTS / file).read_text()
        assert re.search(rf"^def {name or 'test_'}{'[(]' if name else ''}", text, re.MULTILINE), reference
