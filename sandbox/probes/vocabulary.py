# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Words that the readings of several libraries share, in English, German and French."""

from __future__ import annotations

N_MINUS_1 = r"(?:\b[Nn] ?[-−–] ?1\b|\b[Nn] (?:minus|moins|less) (?:1|one|eins|un)\b)"
_DIVIDE = r"(?:\bdivi[ds]\w+|\bteil(?:t|en)\b|\bgeteilt\b|\bdividier\w*|\bnormali[sz]\w+|\bnormier\w*|\bdenominator\b|\bNenner\b|\bdénominateur\b)"
DIVIDE_N_MINUS_1 = rf"{_DIVIDE}.{{0,30}}?{N_MINUS_1}|\bBessel\w*"
DIVIDE_N = (
    rf"{_DIVIDE}.{{0,25}}?\b(?:by|durch|par|is|ist|est) (?:the |die |le |l['’])?(?:[Nn]\b(?! ?[-−–] ?1| minus| moins| less)"
    r"|(?:(?:number|count) of (?:values|observations|elements|samples|data points|entries)|Anzahl der \w+|nombre (?:de |d['’])\w+)(?!.{0,20}(?:minus|moins|less|[-−–] ?1|vermind)))"
)
SAMPLE = r"(?<!bi)\bsample (?:variance|standard deviation)\b|\bStichproben(?:varianz|standardabweichung)\b|\bunbiased\b|\berwartungstreu\w*|\bnon biaisée?s?\b"
POPULATION = r"\bpopulation (?:variance|standard deviation)\b|\b(?:variance|standard deviation) of (?:the|a) (?:whole )?population\b|\bGrundgesamtheit\b|\bécart[- ]type de (?:la )?population\b"
BY_DEFAULT = r"(?:\bby default\b|\bdefaults? (?:to|is)\b|\bunless\b|\bstandardmäßig\b|\bVoreinstellung\b|\bvoreingestellt\b|\bVorgabe\b|\bsofern\b|\bpar défaut\b|\bsauf\b|\bà moins\b|\bohne (?:weitere )?Angabe\b)"
IN_PLACE = r"(?:\bin[- ]place\b|\bmodifi\w+ (?:the )?(?:original|list|array|argument|frame)\b|\ban Ort und Stelle\b|\bsur place\b|\ben place\b|\bdirekt im (?:Original|Array|Feld)\b)"
GIVES = r"(?:\breturns?\b|\bgives?\b|\byields?\b|\bproduces?\b|\bmakes?\b|\bcreates?\b|\bis\b|\bare\b|\bgibt\b|\bgeben\b|\bliefer(?:t|n)\b|\berzeug(?:t|en)\b|\bist\b|\bsind\b|\brenvoie(?:nt)?\b|\bdonne(?:nt)?\b|\bretourne(?:nt)?\b|\bcrée(?:nt)?\b|\bproduit\b|\best\b|\bsont\b)"
COPY = r"(?:\b(?:an? )?(?:new |independent |fresh )?cop(?:y|ies)\b|\bcopies\b|\bKopien?\b|\bkopier(?:t|en)\b|\bcopie(?:nt|s)?\b)"
VIEW = r"(?:\bviews?\b|\bshares? (?:its |the |their )?(?:memory|data|buffer)\b|\bSicht(?:en)?\b|\bAnsicht(?:en)?\b|\bteil(?:t|en) (?:sich )?(?:den |ihren )?Speicher\b|\bvues?\b|\bpartage(?:nt)? (?:la |leur |sa )?mémoire\b)"
BOUND_HIGH = r"(?:\bupper (?:bound|limit|end|edge|endpoint)\b|\b(?:right|last) (?:end|endpoint|edge|bound)\b|\bend ?point\b|\bstop(?: value)?\b|\bhigh\b|\bobere (?:Grenze|Schranke)\b|\bObergrenze\b|\bEndpunkt\b|\bEndwert\b|\bborne supérieure\b|\bborne haute\b|\bvaleur finale\b|\bupper end\b)"
INCLUDED = r"(?:\b(?:is|are|be) (?:always )?included\b|\bincludes?\b|\binclusive\b|\bcontains?\b|\bbelongs? to\b|\bis part of\b|\breaches\b|\b(?:eingeschlossen|enthalten|inbegriffen)\b|\beinschließlich\b|\bgehört (?:\w+ ){0,4}(?:dazu|zum|zur)\b|\binklusive\b|\bschließt\b.{0,30}\bein\b|\benthält\b|\binclu(?:se?|t|ent)\b|\best comprise\b|\bappartient\b|\bfait partie\b|\bcomprise?\b)"
LEFT_OUT = rf"\bleaves?\b[^.;]{{0,12}}{BOUND_HIGH}[^.;]{{0,8}}\bout\b|\blässt\b[^.;]{{0,20}}{BOUND_HIGH}[^.;]{{0,8}}\b(?:aus|weg)\b"
EXCLUDED = r"(?:\b(?:is|are|be) (?:always )?excluded\b|\bexcludes?\b|\bexclusive\b|\bexclud\w+\b|\bhalf[- ]open\b|\bleft out\b|\bstops? (?:short|before)\b|\bausgeschlossen\b|\bschließt\b.{0,30}\baus\b|\bausschließlich der\b|\bexklusive\b|\bhalboffen\w*\b|\bexclu(?:se?|t|ent)?\b|\bsemi[- ]ouvert\b|\bouvert à droite\b)"
NOT_INCLUDED = r"(?:\bnot (?:\w+ )?(?:included|inclusive|part|contain\w*|reached)\b|\b(?:does|do) not (?:belong|include|contain)\b|\bn['’]t (?:included|include|contain|belong)\b|\bnever (?:drawn|included|reached|returned|appears)\b|\bnicht (?:\w+ )?(?:enthalten|eingeschlossen|dazu|dabei|inbegriffen|erreicht|mehr)\b|\bgehört (?:\w+ )?nicht\b|\b(?:n['’]est|ne fait|n['’]appartient|n['’]inclut|ne comprend|ne contient) (?:jamais |pas )\w*)"
SILENTLY = r"(?:\bsilently\b|\bin silence\b|\bstillschweigend\b|\bsilencieusement\b|\ben silence\b|\bwraps? (?:around|round)\b|\bläuft über\b|\blaufen über\b)"
RAISES = r"(?:\brais(?:es?|ed|ing)\b|\bthrows?\b|\berrors? out\b|\bis an error\b|\bis refused\b|\blöst .{0,40}\baus\b|\bwirft\b|\bwerfen\b|\bFehlermeldung\b|\blève(?:nt)?\b|\bdéclenche(?:nt)?\b|\bprovoque(?:nt)?\b.{0,12}\b(?:erreur|exception)\b)"


def integer(value: int) -> str:
    """A pattern for a whole number with or without signs that group its digits: "32768", "32,768", "32.768", "32 768", "−32 768"."""
    digits = str(abs(value))
    groups = [digits[max(0, end - 3) : end] for end in range(len(digits), 0, -3)][::-1]
    sign = r"[-−–]\s?" if value < 0 else r"(?<![-−–\d])"
    return rf"(?<![\d.,]){sign}" + r"[,.'’\s]?".join(groups) + r"(?![\d]|[.,]\d)"


GROUPED = r"(?<![\d.,])[-−–]?\d{1,3}(?:[,.'’\s]\d{3})+(?![\d²³⁰-⁹^*]|[.,]\d)|(?<![\d.,])[-−–]?\d+(?![\d²³⁰-⁹^*]|[.,]\d| ?\*\*)"
