"""Measured changes in prose: from one time to another, one time instead of another; and figures that only look like them."""

from __future__ import annotations

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import measure
from tools.instruments.provenance import Provenance

MEASURED: dict[str, str] = {
    "a table is no version": "As Table 4.1 on our Xeon shows, the report takes 2.4 s where it used to take 31 s.",
    "a number is no version": "About 4.2 times on our Xeon; since the change, the export takes 4.2 s instead of 19 s.",
    "instead of": "Since the index was added, the monthly statement takes 0.7 s instead of 19 s.",
    "rather than": "With the cache the start page is ready in 0.3 s rather than 4 s.",
    "whole seconds": "After the rewrite the weekly export needs 3 s instead of 50 s.",
    "from, down to a bare number": "The rewrite brought the nightly import from 52 minutes down to 7.",
    "shortened it": "Moving the evaluation of our archive to processes shortened it from 37 minutes to 21.",
    "shortened the build": "Dropping the unused stages shortened the build from 14 minutes to 9.",
    "to just": "Splitting the table cut the backup from 3 hours to just 40 minutes.",
    "used to take": "The nightly batch used to take 95 minutes; it now takes 12.",
    "where it took": "The report takes 2.4 s where it used to take 31 s.",
    "down from": "A full build now takes 48 s, down from 210 s.",
    "compared with": "The import now finishes in 8.5 s, compared with 61 s before.",
    "before and after": "The query took 900 ms before the change and 35 ms after it.",
    "trimmed": "Caching the wheels trimmed the pipeline from 11 minutes to 4.",
    "went down": "The start-up of the service went from 6.2 s down to 1.1 s.",
    "minutes of a run": "The change brought the test run from 18 minutes down to 5.",
    "statt": "Seit dem Umbau braucht der Jahresbericht 0,4 s statt 11 s.",
    "von auf": "Die Umstellung verkürzte den nächtlichen Lauf von 41 Minuten auf 6.",
    "statt bisher": "Der Import dauert nun 3,5 s statt bisher 48 s.",
    "au lieu de": "Depuis ce changement, le rapport annuel prend 0,4 s au lieu de 11 s.",
    "contre auparavant": "L'importation prend désormais 3,5 s, contre 48 s auparavant.",
    "a raccourci": "La réécriture a raccourci le traitement de 41 minutes à 6.",
}
NOT_MEASURED: dict[str, str] = {
    "supposed": "Suppose that the report takes 0.4 s instead of 11 s.",
    "would": "With four disks the copy would take 15 s instead of 60 s.",
    "derived": "Four workers share the jobs, so that the batch takes 15 s instead of 60 s.",
    "a rule of the sum": "With twice the bandwidth the transfer takes 2.5 s instead of 5 s.",
    "a setting": "Set the interval to 10 s instead of 60 s.",
    "waits": "The client waits 2 s instead of 5 s before it gives up.",
    "a train": "The train takes 42 minutes instead of 55.",
    "on foot": "The walk takes 20 minutes instead of 35.",
    "a default changed": "The pause was shortened from 10 s to 5 s by default.",
    "a table": "| reader | s |\n|---|---|\n| old | 11.2 |\n| new | 0.4 |\n\nThe new reader takes 0.4 s instead of 11.2 s.",
    "covered": "All timings: Python 3.12.1 on a Ryzen 7 5800X.\n\nThe yearly report takes 0.4 s instead of 11 s.",
    "documented": "According to the manual the check takes 0.4 s instead of 11 s.",
    "a signal": "A frame of 4,096 samples at 48 kHz lasts 85.3 ms.",
    "a recording": "At 8,000 samples per second, 20,000 samples last 2.5 s.",
    "a clip": "An album of 2,000,000 samples at 44.1 kHz takes 45.35 s.",
    "a schedule": "Our staging server runs ten hours on each of 22 working days, 220 of 730 hours or about 30 %.",
    "each run of a benchmark": "Each run lasted 150 seconds.",
    "a budget": "The budget for a frame fell from 33 ms to 16 ms when the target became 60 frames per second.",
    "a price": "The price fell from 12 minutes of work to 3.",
    "in the example": "In our example the job takes 15 s instead of 60 s.",
    "age": "The interval between two backups went from 24 hours down to 6.",
    "a browser and a phone": "In Chrome 126 on a Pixel 7 the largest paint fell from 3.1 s to 1.9 s.",
    "a program and a card": "With Inkwell 4.1 on one RTX 3080, rendering the kitchen took 31.5 s.",
    "an exercise": "How many workers are needed if the job takes 15 s instead of 60 s?",
    "a lecture": "The lecture was shortened from 90 minutes to 60.",
    "statt im Modell": "Rechnerisch dauert der Lauf also 15 s statt 60 s.",
    "angenommen": "Angenommen, der Bericht braucht 0,4 s statt 11 s.",
    "Zugfahrt": "Die Fahrt dauert 42 Minuten statt 55 Minuten.",
    "supposons": "Supposons que le rapport prend 0,4 s au lieu de 11 s.",
    "un délai": "Le délai passe de 10 s à 5 s.",
}


@pytest.mark.parametrize("text", MEASURED.values(), ids=MEASURED)
def test_a_measured_change_needs_its_circumstances(text: str) -> None:
    """A change that the author got, with no version and machine in the chapter, cannot be checked."""
    found = [f for f in alarms(Provenance().examine(chapter_of(text, number="13"), FACTS)) if f.rule == "measurement"]
    assert [f.verdict for f in found] == ["unverifiable"]


@pytest.mark.parametrize("text", NOT_MEASURED.values(), ids=NOT_MEASURED)
def test_what_was_not_measured_or_is_covered_needs_none(text: str) -> None:
    """Times that are supposed, set, derived, documented, covered or of no program raise nothing."""
    assert [measure(f.summary) for f in alarms(Provenance().examine(chapter_of(text, number="13"), FACTS))] == []
