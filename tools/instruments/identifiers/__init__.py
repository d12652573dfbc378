"""Every API, setting, flag, environment variable, keyword and module that a chapter names, held against the installed packages.

program.py        the chapter's code as trees with their places, and what its names stand for
hedges.py         where the chapter itself says that a name is absent, old or wrong
mentions.py       what is named where
survey.py         all of that in one value, and how a finding is made
releases.py       what the chapter gives to a later release
existence.py      found, missing, alias, deprecated
calls.py          keywords and arguments against signatures; keywords.py those that a sentence passes, asserted.py those it says are there
accepted.py       texts that a parameter does not take, though one much like them
statements.py     sentences that state a default; defaults.py holds them against the source, conditions.py those told by their exception
whose.py          whose default it is; kinds.py whether words can be of it
announced.py      words that make a value a default, lacking.py those about one parameter that is not given; pairs.py names and values
                  side by side, recalled.py values of what was named before, counted.py numbers of things, chosen.py texts of what is
                  not named, untold.py and meant.py what is told by its meaning (likeness.py: by the words that a name is made of),
                  grids.py tables, bracketed.py brackets, pointed.py what was given before
renames.py        which of two names is old, and what a name is an alias of
constants.py      constants and members of enumerations with their values; bases.py what a class descends from
subjects.py       which callables a sentence is about; parameters.py their defaults
behaving.py       what happens by default, in words; ways.py, behaviours*.py the table of words
meaning.py        what a result or a parameter means, against documentation; senses.py the table of words
beside.py         calls against the comment or the sentence beside them
arguments.py      arguments that are deprecated; results.py the types of results; history.py since when a name is there
surroundings.py   environment variables and command-line flags
introspection.py  what is asked of the interpreter; inside_look.py runs there
"""

from __future__ import annotations

import sys

from prompts.trust import derived
from tools.instruments.identifiers.accepted import accepted
from tools.instruments.identifiers.arguments import arguments
from tools.instruments.identifiers.bases import bases
from tools.instruments.identifiers.behaving import behaving
from tools.instruments.identifiers.beside import beside
from tools.instruments.identifiers.calls import calls
from tools.instruments.identifiers.conditions import conditions
from tools.instruments.identifiers.constants import constants
from tools.instruments.identifiers.defaults import defaults
from tools.instruments.identifiers.existence import Group, existence, groups
from tools.instruments.identifiers.hedges import sentence
from tools.instruments.identifiers.history import history
from tools.instruments.identifiers.introspection import read, wanted
from tools.instruments.identifiers.keywords import keywords
from tools.instruments.identifiers.meaning import Asked, meanings
from tools.instruments.identifiers.renames import renames
from tools.instruments.identifiers.results import results
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.surroundings import surroundings
from tools.instruments.identifiers.survey import NAME, Survey, survey
from tools.instruments.identifiers.whose import Open
from tools.records import Chapter, Examination, Facts, Finding, Gap, RunOutcome, RunWanted

# Where the name to install is not the name to import.
_INSTALLED_AS = {
    "sklearn": "scikit-learn", "cv2": "opencv-python", "PIL": "pillow", "yaml": "PyYAML", "bs4": "beautifulsoup4",
    "skimage": "scikit-image", "dateutil": "python-dateutil", "dotenv": "python-dotenv",
}  # fmt: skip


class Identifiers:
    """Reads the packages' source first; what that leaves open is asked of the sandbox where runs are allowed."""

    name = NAME

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        found = survey(chapter, facts)
        if found is None:
            return Examination(gaps=(_no_packages(),))
        named = groups(found)
        findings: list[Finding] = []
        opened: list[Open] = []
        for group in named:
            findings += existence(found, group)
            findings += calls(found, group)
        subjects = Subjects(found)
        for each in defaults(found, subjects):
            if isinstance(each, Finding):
                findings.append(each)
            else:
                opened.append(each)
        findings += behaving(found, subjects)
        findings += conditions(found, subjects)
        findings += arguments(found, subjects)
        findings += keywords(found, subjects)
        findings += accepted(found, subjects)
        findings += beside(found, subjects)
        findings += results(found, subjects)
        findings += renames(found, subjects)
        findings += constants(found, subjects)
        findings += bases(found, subjects)
        asked: list[Asked] = []
        for told in meanings(found, subjects):
            if isinstance(told, Finding):
                findings.append(told)
            else:
                asked.append(told)
        findings += surroundings(found)
        findings += history(found)
        run = wanted(found, named, opened, asked) if facts.experiments else None
        return Examination(
            findings=tuple(_unspoiled(found, findings)), runs=(run,) if run is not None else (), gaps=tuple(_gaps(found, named))
        )

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        return Examination(findings=tuple(read(wanted, outcome, survey(chapter, facts))))


def _unspoiled(found: Survey, findings: list[Finding]) -> list[Finding]:
    """Without the confirmations that a name is there where its own line or sentence holds a fault: they would seem to be about it."""
    faults = [each.span for each in findings if each.verdict != "supported"]

    def spoiled(each: Finding) -> bool:
        within = next((block for block in found.chapter.blocks if each.span.within(block.span)), None)
        if each.verdict != "supported" or each.rule not in ("exists", "keyword") or within is None:
            return False
        lines = [line.span for line in within.lines if line.span.overlaps(each.span)] or [sentence(found.text, each.span, within.span)]
        return any(fault.overlaps(line) for fault in faults for line in lines)

    return [each for each in findings if not spoiled(each)]


def _no_packages() -> Gap:
    what = derived("The names that the chapter uses were held against nothing: there is no experiment environment.")
    return Gap(instrument=NAME, span=None, what=what, remedy="corrigenda env add <package>==<version>")


def _gaps(found: Survey, named: list[Group]) -> list[Gap]:
    """Packages that the chapter's code imports and that are not installed, once each; the chapter's own files are none."""
    gaps: dict[str, Gap] = {}
    for group in named:
        root = group.name.partition(".")[0]
        imported = next((mention for mention in group.mentions if mention.imported), None)
        own = f"{root}.py" in found.text or root in sys.stdlib_module_names
        if imported is None or own or found.distribution(group.name) is not None or root in gaps:
            continue
        what = derived(f"{root} is not installed in the experiment environment, so its names were not looked up.")
        gaps[root] = Gap(instrument=NAME, span=imported.span, what=what, remedy=f"corrigenda env add {_INSTALLED_AS.get(root, root)}")
    return list(gaps.values())
