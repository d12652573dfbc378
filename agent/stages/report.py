"""Everything that was found, put together as one `Report` and written out."""

from __future__ import annotations

from agent.context import Context
from agent.llm.spending import by_role
from agent.records import (
    Experiments,
    Guarded,
    Judged,
    Ledger,
    Limitation,
    Pack,
    Plan,
    Provenance,
    Report,
    Snapshot,
    Weighed,
)
from prompts.trust import derived
from tools import directives


def compose(
    context: Context, pack: Pack, snapshot: Snapshot, plan: Plan, experiments: Experiments, ledger: Ledger, weighed: Weighed,
    judged: Judged, guarded: Guarded,
) -> Report:  # fmt: skip
    """The report of this run."""
    limitations = (
        *pack.limitations,
        *snapshot.limitations,
        *plan.limitations,
        *experiments.limitations,
        *ledger.limitations,
        *weighed.reading.limitations,
        *judged.limitations,
        *_directives(snapshot),
        *_own(context),
    )
    done = [e for e in experiments.done if e.outcome.state != "unrun"]
    return Report(
        provenance=_provenance(context),
        identity=pack.identity,
        pack_sha256=pack.sha256,
        snapshot=snapshot,
        reading=weighed.reading,
        limitations=limitations,
        assessments=guarded.assessments,
        evidence=guarded.evidence,
        sources=(*ledger.sources, *weighed.sources),
        experiments=experiments.done,
        changes=guarded.changes,
        gaps=weighed.gaps,
        dropped=(*judged.dropped, *guarded.dropped),
        guard=guarded.notes,
        requests=judged.requests,
        commands=tuple(e.command for e in done),
        skipped=(),
        references=pack.references,
        objective=pack.objective,
        questions=pack.questions,
        standing=weighed.standing,
    )


def _directives(snapshot: Snapshot) -> tuple[Limitation, ...]:
    """Passages of the chapter that read as instructions: told with their places, and not followed."""
    places = ", ".join(f"{span.start} to {span.end}" for span in directives.find(snapshot.chapter.text))
    if not places:
        return ()
    what = f"text that reads as an instruction to whoever processes it stands at characters {places}; it was treated as material"
    return (Limitation(step="directives", what=derived(what), remedy="decide whether it belongs in the chapter"),)


def _own(context: Context) -> tuple[Limitation, ...]:
    """What this run was, by choice or by what the machine has, whatever the chapter."""
    said: list[Limitation] = []
    if context.settings.model is None:
        what = "no model was used: statements that need judgement are UNVERIFIED"
        said.append(Limitation(step="model", what=derived(what), remedy="read the claims marked so by hand"))
    elif context.models is None:
        what = f"the model {context.settings.model} was not used: {context.no_model}"
        said.append(Limitation(step="model", what=derived(what), remedy="mend it, and run again", failed=True))
    if not context.settings.experiments:
        said.append(
            Limitation(step="experiments", what=derived("the run was started with --no-experiments"), remedy="run again without it")
        )
    if context.no_environment:
        remedy = "make one with: corrigenda env add PACKAGE==VERSION, for the packages that the chapter uses"
        said.append(Limitation(step="packages", what=derived(context.no_environment), remedy=remedy))
    if context.settings.search == "none" or context.models is None:
        what = "no search was made" if context.settings.search == "none" else "no search was made: queries are a model's"
        said.append(Limitation(step="search", what=derived(what), remedy="see --search, and --model for who plans the queries"))
    return tuple(said)


def _provenance(context: Context) -> Provenance:
    return Provenance(
        run_id=context.run_id,
        started=context.started,
        finished=context.clock(),
        today=context.today,
        tool_version=context.versions["corrigenda"],
        versions=context.versions, settings=context.settings.model_dump(mode="json"), model=context.settings.model,
        environment=context.packages.installed(), tier=context.sandbox.tier if context.sandbox else "",
        spent=by_role(context.events.events),
    )  # fmt: skip
