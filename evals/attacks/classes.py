"""The forty-eight classes of attacks: what each is, the tests that hold the product against it, and the control that shows it to be one.

A test is named as `file::function`. `python -m evals.attacks.table` draws the table of `docs/security.md` from here, and
`tests/test_attacks_controls.py` fails where a class has no test, no control, or names one that is not there.
"""

# ruff: noqa: E501 (one row a class)

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attack:
    """what: in a few words; held: tests of the product; control: tests in which the attack succeeds before the naive pipeline."""

    what: str
    held: tuple[str, ...]
    control: tuple[str, ...]


_UNSEEN = (
    "test_attacks_carriers::test_what_nobody_sees_is_no_text",
    "test_attacks_carriers::test_text_of_a_carrier_stays_between_its_marks",
)
_SEEN = ("test_attacks_carriers::test_text_of_a_carrier_stays_between_its_marks", "test_attacks_goals::test_nothing_is_broken")
_SHOWN = ("test_attacks_carriers::test_a12_to_a16_characters_that_command_are_shown",)
_CARRIED = ("test_attacks_controls::test_the_naive_pipeline_is_taken_over_by_every_carrier",)
_GRANTED = ("test_attacks_goals::test_the_naive_pipeline_grants_it",)


def _own(*names: str) -> tuple[str, ...]:
    return tuple(f"test_attacks_controls::{name}" for name in names)


def _goal(*names: str) -> tuple[str, ...]:
    return (*(f"test_attacks_goals::{name}" for name in names), "test_attacks_goals::test_nothing_is_broken")


CLASSES: dict[str, Attack] = {
    "A1": Attack("visible text", _SEEN, _CARRIED),
    "A2": Attack("a comment of HTML", _UNSEEN, _CARRIED),
    "A3": Attack("hidden by CSS", _UNSEEN, _CARRIED),
    "A4": Attack("white on white, or of size zero", _UNSEEN, _CARRIED),
    "A5": Attack("attributes, metadata, JSON-LD", _UNSEEN, _CARRIED),
    "A6": Attack("noscript, template, inner frame", _UNSEEN, _CARRIED),
    "A7": Attack("PDF: white, tiny, or in a mode that draws nothing", _UNSEEN, _CARRIED),
    "A8": Attack("PDF: metadata, notes, programs", _UNSEEN, _CARRIED),
    "A9": Attack("PDF: glyphs that read as other letters", _SEEN, _CARRIED),
    "A10": Attack("comments, docstrings and strings of code", _SEEN, _CARRIED),
    "A11": Attack("cells and outputs of a notebook", _SEEN, _CARRIED),
    "A12": Attack("tag characters", _UNSEEN + _SHOWN, _CARRIED),
    "A13": Attack("zero-width characters as bits", _UNSEEN + _SHOWN, _CARRIED),
    "A14": Attack("text in the other direction", _SEEN + _SHOWN, _CARRIED),
    "A15": Attack("look-alike letters", _SEEN, _CARRIED),
    "A16": Attack("terminal escapes", _SEEN + _SHOWN, _CARRIED),
    "A17": Attack("encoded, or in another language", _SEEN, _CARRIED),
    "A18": Attack("a picture and its description", _UNSEEN, _CARRIED),
    "A19": Attack("query and fragment of an address", _own("test_a19_orders_in_an_address_reach_no_request_and_no_instruction"), _own("test_a19_the_naive_pipeline_obeys_an_address")),
    "A20": Attack("title and snippet of a search result", _own("test_a20_titles_and_snippets_of_results_stay_between_their_marks"), _own("test_a20_the_naive_pipeline_obeys_a_result")),
    "A21": Attack("headers, error pages", _UNSEEN, _CARRIED),
    "A22": Attack("other bytes on a second fetch", _own("test_a22_a_quotation_is_of_the_bytes_that_were_read"), _own("test_a22_the_naive_pipeline_believes_what_a_page_says_now")),
    "A23": Attack("split over places", _SEEN, _CARRIED),
    "A24": Attack("behind very long filler", _SEEN, _CARRIED),
    "A25": Attack("forged roles and marks", (*_SEEN, "test_attacks_carriers::test_a25_a_guessed_mark_closes_nothing"), _CARRIED),
    "A26": Attack("exfiltration by image", _goal("test_a26_a27_no_image_and_no_link_but_the_ledgers"), _GRANTED),
    "A27": Attack("exfiltration by link", _goal("test_a26_a27_no_image_and_no_link_but_the_ledgers"), _GRANTED),
    "A28": Attack("exfiltration by the next address", _goal("test_a28_a30_a31_the_door_opened_no_address_of_a_model"), _GRANTED),
    "A29": Attack("exfiltration by query", _goal("test_a29_queries_go_where_the_user_said"), (*_GRANTED, *_own("test_a29_the_naive_pipeline_sends_what_it_is_told_to"))),
    "A30": Attack("redirectors", _goal("test_a28_a30_a31_the_door_opened_no_address_of_a_model"), _GRANTED),
    "A31": Attack("private addresses", _goal("test_a28_a30_a31_the_door_opened_no_address_of_a_model"), _GRANTED),
    "A32": Attack("a tool that is not offered", _goal("test_a32_a33_calls_beyond_the_row_are_refused_and_told"), _GRANTED),
    "A33": Attack("other arguments of a tool", _goal("test_a32_a33_calls_beyond_the_row_are_refused_and_told"), _GRANTED),
    "A34": Attack("code into the experiment", (*_goal("test_a34_a_programs_words_travel_as_inputs"), "test_attacks_runs::test_a_hostile_program_breaks_nothing"), (*_GRANTED, *_own("test_a34_the_naive_pipeline_runs_what_it_reads"))),
    "A35": Attack("another task, outline or budget", _goal("test_a35_the_settings_are_the_users"), _GRANTED),
    "A36": Attack("to be remembered", _goal("test_a36_nothing_of_a_run_is_kept_for_the_next"), (*_GRANTED, *_own("test_a36_the_naive_pipeline_remembers"))),
    "A37": Attack("a made-up citation", _goal("test_a37_a38_citations_and_quotations_are_of_what_was_fetched"), _GRANTED),
    "A38": Attack("a made-up quotation or number", _goal("test_a37_a38_citations_and_quotations_are_of_what_was_fetched"), _GRANTED),
    "A39": Attack("evidence that gives the claim back", _goal("test_a39_a40_a_page_decides_nothing_over_an_instrument"), _GRANTED),
    "A40": Attack("mirrors and copies", _goal("test_a39_a40_a_page_decides_nothing_over_an_instrument"), _GRANTED),
    "A41": Attack("a finding or source suppressed", _goal("test_a41_every_instruments_finding_is_in_its_place", "test_directives_are_told_beside_their_source_and_silence_nothing"), _GRANTED),
    "A42": Attack("a product promoted", _goal("test_a42_a_models_words_in_a_report_are_under_its_name"), _GRANTED),
    "A43": Attack("markup, scripts, an eighth section", _goal("test_a43_the_sections_are_seven"), _GRANTED),
    "A44": Attack("denial", _goal("test_a44_the_report_is_whole"), _GRANTED),
    "A45": Attack("cost, steps, bombs", (*_goal("test_a45_work_is_bounded"), *_own("test_a45_a_small_answer_that_unpacks_without_end_is_too_large"), "test_fuzz::test_a_member_that_unpacks_without_end_is_no_record"), (*_GRANTED, *_own("test_a45_a_small_answer_that_unpacks_without_end_is_too_large"))),
    "A46": Attack("file names and paths", _goal("test_a46_a47_names_and_logs_are_plain"), (*_GRANTED, *_own("test_a46_the_naive_pipeline_writes_where_it_is_told_to"))),
    "A47": Attack("terminal, log, spreadsheet", _goal("test_a46_a47_names_and_logs_are_plain"), _GRANTED),
    "A48": Attack("answers of another form", (*_goal("test_a48_an_answer_beside_its_form_is_none"), "test_fuzz::test_changed_inputs_are_taken"), (*_GRANTED, *_own("test_a48_the_naive_pipeline_takes_any_form"))),
}  # fmt: skip
