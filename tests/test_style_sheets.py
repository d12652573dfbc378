"""Style sheets within a page: what they hide from a reader is kept apart, what they show is text, by the rules of the cascade."""

from __future__ import annotations

import time

import pytest
import tinycss2

from prompts.trust import measure
from tools.extract import Document, extract
from tools.extract.css_media import media, supports
from tools.extract.css_selectors import compiled

HIDE, SHOW = "display:none", "display:block"


def read(css: str, body: str, head: str = "") -> Document:
    page = f"<!doctype html><html class='wide'><head><title>A page</title><style>{css}</style>{head}</head><body><main>"
    return extract(
        f"{page}<p>What stands above.</p>{body}<p>What stands below.</p></main></body></html>".encode(), "text/html", "https://a.example/"
    )


def seen(css: str, body: str, head: str = "") -> bool:
    """Whether WORDS are text; where they are not, they are kept apart, once."""
    document = read(css, body, head)
    text, apart = measure(document.text), [each for each in document.hidden if "WORDS" in measure(each.text)]
    assert text.startswith("What stands above.") and text.endswith("What stands below.")
    assert ("WORDS" in text) is not bool(apart) and len(apart) <= 1
    return "WORDS" in text


# ---- selectors ---------------------------------------------------------------------------------------------------------

NESTED = "<div id=top class='a big' data-x='one two' lang=en-GB><section><p class=b title=T>WORDS</p></section></div>"
MATCHING = [
    ".a .b", ".a p", "div p", "#top .b", ".a>section>.b", "section>p", ".a section .b", "html.wide .a .b", "body .b", ":is(.a, .z) .b",
    ":where(.b)", ".b:not(.c)", "p:not(.c):not(#d)", "[title]", "[title=T]", "p[title='T']", "[data-x~=two] p", "[data-x^=one] p",
    "[lang|=en] .b", "[TITLE]", "P", ".a.big .b", "* .b", ".a *", ".\\62 ", ".b, .z", ".z , .b", "section > p:first-child", "p:only-child",
    "p:nth-child(1)", "p:nth-child(odd)", "p:nth-of-type(n)", "p:last-child", "p:last-of-type", ":root .b", "div:has(.b)", "p/**/.b",
    ".b:is(p)", "div p.b[title]:not(:hover)", ".x::before, .b",
]  # fmt: skip
NOT_MATCHING = [
    ".b .a", ".a>.b", ".a>p", ".b>p", ".c .b", "section+p", "p~p", ".a.small .b", ".b:not(p)", "[title=t2]", "[data-x=one] p",
    "#Top .b", ".B",
    "p:nth-child(2)", "p:nth-child(2n)", "p:nth-of-type(n+2)", ".b:hover", ".b:focus", "p::before", "p:before", "p::first-line", ".a:empty",
    "div:has(.z)", ".b:is(.z)", ".b:target", "p:popover-open", ".b, :unheard-of", ".b,", ".b >", "> .b", ".b{", ".5b", "p::-webkit-thing",
    ".a + .b", ".a ~ .b", "h1 .b", "svg|p",
]  # fmt: skip


@pytest.mark.parametrize("selector", MATCHING)
def test_a_rule_applies_to_what_its_selector_means(selector: str) -> None:
    """Names, classes, ids, attributes, pseudo-classes, places and relations are matched as browsers match them."""
    assert not seen(f"{selector}{{{HIDE}}} html,body,main,main>p{{{SHOW}!important}}", NESTED)


@pytest.mark.parametrize("selector", NOT_MATCHING)
def test_a_rule_applies_to_nothing_else(selector: str) -> None:
    """What a selector does not mean stays seen, and a rule with a selector that is none is left out whole."""
    assert seen(f"{selector}{{{HIDE}}} main>p{{{SHOW}!important}}", NESTED)


SIBLINGS = [
    ("h3+.b", "<h3>A</h3><p class=b>WORDS</p>", False),
    ("h3+.b", "<h3>A</h3><i>x</i><p class=b>WORDS</p>", True),
    ("h3~.b", "<h3>A</h3><i>x</i><p class=b>WORDS</p>", False),
    ("h3~.b", "<div><h3>A</h3></div><p class=b>WORDS</p>", True),
    ("h3+.b i", "<h3>A</h3><p class=b>x <i>WORDS</i></p>", False),
    ("input:checked~.b", "<input type=checkbox checked><p class=b>WORDS</p>", False),
    ("input:checked~.b", "<input type=checkbox><p class=b>WORDS</p>", True),
    ("p:nth-of-type(2)", "<h3>A</h3><p>WORDS</p>", False),
    ("ul>li:nth-child(n+3)", "<ul><li>1</li><li>2</li><li>WORDS</li></ul>", False),
    ("ul>li:nth-child(n+4)", "<ul><li>1</li><li>2</li><li>WORDS</li></ul>", True),
    ("ul>li:nth-child(-n+2)", "<ul><li>1</li><li>2</li><li>WORDS</li></ul>", True),
    ("ul>li:nth-last-child(2)", "<ul><li>1</li><li>WORDS</li><li>3</li></ul>", False),
    ("div div div", "<div><div>x<div>WORDS</div></div></div>", False),
    (".a > .c .b", "<div class=a><div><div class=c><p class=b>WORDS</p></div></div></div>", True),
    (".a .c > .b", "<div class=a><div><div class=c><p class=b>WORDS</p></div></div></div>", False),
]


@pytest.mark.parametrize(("selector", "body", "shown"), SIBLINGS)
def test_relations_are_those_of_the_page(selector: str, body: str, shown: bool) -> None:
    """Neighbours, later siblings, places and depths are counted among the elements, and not among all that came before."""
    assert seen(f"{selector}{{{HIDE}}} main>p:first-child{{{SHOW}!important}}", body) is shown


# ---- which declaration wins --------------------------------------------------------------------------------------------

CASCADE = [
    (".tab{display:none} .tab.active{display:block}", "<p class='tab active'>WORDS</p>", True),
    (".tab{display:none} .tab.active{display:block}", "<p class='tab'>WORDS</p>", False),
    (".tab.active{display:block} .tab{display:none}", "<p class='tab active'>WORDS</p>", True),
    (".tab{display:none} .current{display:block}", "<p class='tab current'>WORDS</p>", True),
    (".zz{display:block} .aa{display:none}", "<p class='zz aa'>WORDS</p>", False),
    ("#x{display:block} .hide{display:none}", "<p id=x class=hide>WORDS</p>", True),
    (".a.b.c{display:none} #x{display:block}", "<p id=x class='a b c'>WORDS</p>", True),
    ("div p.y{display:none} p.y{display:block}", "<div><p class=y>WORDS</p></div>", False),
    (":is(#q,.y){display:block} .y{display:none}", "<p class=y>WORDS</p>", True),
    (":where(#x){display:block} .y{display:none}", "<p id=x class=y>WORDS</p>", False),
    (".y:not(#q){display:block} .y.z{display:none}", "<p class='y z'>WORDS</p>", True),
    ("p.x{display:none!important} p.x.x.x{display:block}", "<p class=x>WORDS</p>", False),
    (".x{display:none !IMPORTANT}", "<p class=x style='display:block'>WORDS</p>", False),
    (".x{display:none}", "<p class=x style='display:block'>WORDS</p>", True),
    (".x{display:none!important}", "<p class=x style='display:block!important'>WORDS</p>", True),
    (".x{display:none;display:block}", "<p class=x>WORDS</p>", True),
    (".x{display:none;display:nonsense}", "<p class=x>WORDS</p>", False),
    (".x{display:block} @layer l{.x.x{display:none}}", "<p class=x>WORDS</p>", True),
    ("@layer l{.x{display:none}} @layer m{.x{display:block}}", "<p class=x>WORDS</p>", True),
    ("@layer m,l; @layer l{.x{display:none}} @layer m{.x{display:block}}", "<p class=x>WORDS</p>", False),
    ("@layer l{.x{display:none!important}} .x{display:block!important}", "<p class=x>WORDS</p>", False),
    ("@layer l{@layer k{.x{display:none}} .x{display:block}}", "<p class=x>WORDS</p>", True),
    ("@layer l.k{.x{display:none}}", "<p class=x>WORDS</p>", False),
    ("@layer{.x{display:none}}", "<p class=x>WORDS</p>", False),
]


@pytest.mark.parametrize(("css", "body", "shown"), CASCADE)
def test_the_declaration_that_wins_is_that_of_the_cascade(css: str, body: str, shown: bool) -> None:
    """Importance, layers, specificity and order decide, whatever the classes are called; what is written on the element comes after."""
    assert seen(css, body) is shown


ELEMENTS = [
    ("<p hidden>WORDS</p>", "", False),
    ("<p hidden class=x>WORDS</p>", ".x{display:flex}", True),
    ("<dialog><p>WORDS</p></dialog>", "", False),
    ("<dialog class=x><p>WORDS</p></dialog>", ".x{color:red}", False),
    ("<div popover>WORDS</div>", "", False),
    ("<div popover class=x>WORDS</div>", ".x{display:block}", True),
    ("<details><summary>S</summary><p>WORDS</p></details>", "", True),
    ("<p class=x>WORDS</p>", ".x{display:inherit}", True),
    ("<p class=x>WORDS</p>", ".x{display:none} .x{display:revert}", True),
]


@pytest.mark.parametrize(("body", "css", "shown"), ELEMENTS)
def test_what_browsers_hide_themselves_is_kept_apart(body: str, css: str, shown: bool) -> None:
    """A closed dialog and what pops up leave their words among what is hidden, until a rule displays them."""
    assert seen(css, body) is shown


# ---- where rules stand, and how they are written -----------------------------------------------------------------------

WRITTEN = [
    ("@media all{.x{display:none}}", False),
    ("@media screen{.x{display:none}}", False),
    ("@media screen and (min-width: 700px){.x{display:none}}", False),
    ("@media (width >= 700px){.x{display:none}}", False),
    ("@media print{.x{display:none}}", True),
    ("@media (max-width: 600px){.x{display:none}}", True),
    ("@media (min-width:600px){@media print{.x{display:none}}}", True),
    (".x{display:none} @media (min-width:48em){.x{display:block}}", True),
    ("@supports (display:grid){.x{display:none}}", False),
    ("@supports not (display:grid){.x{display:none}}", True),
    ("@media screen{@supports (display:grid){@layer l{.x{display:none}}}}", False),
    (".n{& .x{display:none}}", False),
    (".n{.x{display:none}}", False),
    (".n{> .x{display:none}}", False),
    (".n{&.x{display:none}}", True),
    (".n{@media screen{.x{display:none}}}", False),
    (".x{@media print{display:none}}", True),
    (".x{@media screen{display:none}}", False),
    (".x{d\\69splay:n\\6fne}", False),
    (".x{DISPLAY:NONE}", False),
    (".x{/* a */display/**/:/**/none/* b */}", False),
    (".y{content:'}'} .x{display:none}", False),
    (".y{content:'.x{display:none}'}", True),
    ("/* .x{display:none} */", True),
    ("<!-- .x{display:none} -->", False),
    (".y{color:red;;;} ; .x{display:none}", True),
    ("@font-face{font-family:x} .x{display:none}", False),
    ("@import url(x.css); .x{display:none}", False),
    ("@container (width>1px){.x{display:none}}", True),
    ("@keyframes k{to{opacity:0}} ", True),
    (":root{--d:none} .x{display:var(--d)}", False),
    (":root{--d:none} .n{--d:block} .x{display:var(--d)}", True),
    (".x{display:var(--d,none)}", False),
    (".x{display:var(--d)}", True),
    (":root{--d:var(--e);--e:var(--d)} .x{display:var(--d)}", True),
    (":root{--c:#fff} .x{color:var(--c)}", False),
    (":root{--c:#fff;--g:#111} .x{color:var(--c);background:var(--g)}", True),
]


@pytest.mark.parametrize(("css", "shown"), WRITTEN)
def test_rules_hold_where_their_conditions_do(css: str, shown: bool) -> None:
    """Conditions, layers, rules within rules, escapes, comments and variables are read as a browser on a wide light screen reads them."""
    assert seen(css, "<div class=n><p class=x>WORDS</p></div>") is shown


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        ("<style media=print>.x{display:none}</style>", True), ("<style media='screen'>.x{display:none}</style>", False),
        ("<noscript><style>.x{display:none}</style></noscript>", True),
        ("<style>.x{display:block}</style><style>.x{display:none}</style>", False),
        ("<style>.x{display:none}</style><style>.x{display:block}</style>", True),
    ],
)  # fmt: skip
def test_each_sheet_counts_in_its_order_and_for_its_medium(head: str, shown: bool) -> None:
    """A sheet for paper, or for browsers without scripts, is none for the reader of the page."""
    assert seen("", "<p class=x>WORDS</p>", head) is shown


# ---- what else hides, and what does not --------------------------------------------------------------------------------

LOOKS = [
    ("<div style='visibility:hidden'>a<p>WORDS</p></div>", False),
    ("<div style='visibility:hidden'>a<p style='visibility:visible'>WORDS</p></div>", True),
    ("<div style='display:none'>a<p style='display:block'>WORDS</p></div>", False),
    ("<div style='opacity:0'>a<p style='opacity:1'>WORDS</p></div>", False),
    ("<div style='font-size:0'><p>WORDS</p></div>", False),
    ("<div style='font-size:0'><p style='font-size:16px'>WORDS</p></div>", True),
    ("<div style='font-size:0'><p style='font-size:2em'>WORDS</p></div>", False),
    ("<div style='font:0/0 a'><p>WORDS</p></div>", False),
    ("<div style='font:bold 14px/1.5 Arial, sans-serif'><p>WORDS</p></div>", True),
    ("<div style='color:#fff'><p>WORDS</p></div>", False),
    ("<div style='color:#fff'><p style='color:#333'>WORDS</p></div>", True),
    ("<div style='color:#fff;background:#123'><p>WORDS</p></div>", True),
    ("<div style='color:#fff;background:#123'><p style='background:white'>WORDS</p></div>", False),
    ("<p style='color:hsl(0 0% 100%)'>WORDS</p>", False),
    ("<p style='color:oklch(100% 0 0)'>WORDS</p>", False),
    ("<p style='color:hsl(220 50% 30%)'>WORDS</p>", True),
    ("<p style='color:#000;background:rgba(0,0,0,.1)'>WORDS</p>", True),
    ("<p style='color:#fff;background:#fff url(dark.png)'>WORDS</p>", True),
    ("<p style='color:#fff;background:linear-gradient(#000,#222)'>WORDS</p>", True),
    ("<p style='filter:opacity(0)'>WORDS</p>", False),
    ("<p style='filter:blur(1px) opacity(90%)'>WORDS</p>", True),
    ("<p style='zoom:0.001'>WORDS</p>", False),
    ("<p style='margin-left:-9999px'>WORDS</p>", False),
    ("<p style='margin-left:-15px'>WORDS</p>", True),
    ("<p style='text-indent:-2em'>WORDS</p>", True),
    ("<p style='scale:0'>WORDS</p>", False),
    ("<p style='d\\69splay:none'>WORDS</p>", False),
    ("<p style='display:none;;color:red'>WORDS</p>", False),
    ("<p style='color:color()'>WORDS</p>", True),
]


@pytest.mark.parametrize(("body", "shown"), LOOKS)
def test_what_an_element_inherits_may_be_said_otherwise_within_it(body: str, shown: bool) -> None:
    """Colour, size and visibility hold until something within says otherwise; what is not displayed is not, whatever stands within."""
    assert seen("", body) is shown


def test_text_around_a_visible_part_of_a_hidden_one_stays_apart() -> None:
    """Of an element that is not visible, only what says that it is visible is text."""
    document = read("", "<div style='visibility:hidden'>before <p style='visibility:visible'>SEEN</p> after</div>")
    assert measure(document.text) == "What stands above.\n\nSEEN\n\nWhat stands below."
    assert [(each.why, measure(each.text)) for each in document.hidden] == [("not displayed", "before after")]


CONDITIONS = [
    ("", True), ("all", True), ("screen", True),
    ("only screen", True), ("SCREEN", True), ("print", False), ("not print", True), ("not screen", False),
    ("print, screen", True), ("speech, print", False), ("(min-width:1280px)", True), ("(min-width:1281px)", False),
    ("(max-width: 79.9em)", False), ("(max-width:80em)", True), ("(width>=1000px)", True), ("(400px <= width <= 900px)", False),
    ("(900px < width)", True), ("(orientation:landscape)", True), ("(orientation:portrait)", False), ("(prefers-color-scheme:dark)", False),
    ("(prefers-color-scheme: light)", True), ("(hover)", True), ("(hover:none)", False), ("(monochrome)", False), ("(color)", True),
    ("screen and (max-width:700px)", False), ("(min-width:1px) and (max-width:2000px)", True), ("(max-width:1px) or (hover)", True),
    ("not (max-width:700px)", True), ("not screen and (max-width:700px)", True), ("((min-width:1px) and (hover))", True),
    ("(unheard-of: 1)", False), ("not (unheard-of: 1)", False), ("holo", False), ("(min-width)", False), ("(", False), ("and", False),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "holds"), CONDITIONS)
def test_a_medium_is_that_of_a_wide_light_screen(condition: str, holds: bool) -> None:
    """What is not known of the reader holds neither in itself nor turned round."""
    assert media(tinycss2.parse_component_value_list(condition)) is holds
    assert supports(tinycss2.parse_component_value_list("not (display:grid)")) is False


@pytest.mark.parametrize(
    ("selector", "weight"),
    [
        ("p", (0, 0, 1)), (".a", (0, 1, 0)), ("#a", (1, 0, 0)), ("*", (0, 0, 0)),
        ("div p.a[b]:hover", (0, 3, 2)), (":is(#a, .b, p)", (1, 0, 0)),
        (":where(#a) p", (0, 0, 1)), (":not(.a.b)", (0, 2, 0)), ("a:nth-child(2n+1)", (0, 1, 1)), ("#a:has(> b)", (1, 0, 1)),
    ],
)  # fmt: skip
def test_how_specific_a_selector_is(selector: str, weight: tuple[int, int, int]) -> None:
    """As CSS counts: functions as the most specific of what they hold, `:where` as nothing."""
    found = compiled(selector)
    assert found is not None and found.weight == weight


HOSTILE = [
    ("*{color:red}" * 30_000, "<p class=a>x</p>" * 100),
    ("div " * 300 + "p{display:none}", "<div>" * 150 + "<p>x</p>"),
    (":is(" * 20_000 + "p" + ")" * 20_000 + "{display:none}", ""),
    ("p{display:" + "(" * 20_000 + "}", ""),
    ("{" * 50_000, ""),
    (".a{" * 3_000 + "display:none", "<p class=a>x</p>"),
    (":root{" + "".join(f"--a{i}:var(--a{i + 1}) var(--a{i + 1});" for i in range(300)) + "} p{color:var(--a0)}", "<p>x</p>"),
    ("p:has(~ p ~ p b){display:none}", "<p>x</p>" * 2_000),
    (":is(div div div div div div) p{display:none}", "<div>" * 150 + "<p>x</p>"),
]


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_a_hostile_sheet_costs_bounded_work(place: int) -> None:
    """However a sheet is written, the page is read in seconds, and what was not applied is told."""
    css, body = HOSTILE[place]
    begun = time.process_time()
    document = read(css, body)
    assert time.process_time() - begun < 25
    assert "What stands above." in measure(document.text)
    assert all("style sheets" in note for note in document.notes)


# ---- sizes, places and colours that are worked out ----------------------------------------------------------------------

UNSEEN = [
    "-webkit-text-fill-color:transparent", "-webkit-text-fill-color:#fff0", "-webkit-text-fill-color:white;color:black",
    "font-size:calc(0px)", "font-size:calc(1px - 1px)", "font-size:calc(0 * 1px)", "font-size:min(0px, 1em)",
    "font-size:clamp(0px,0px,0px)",
    "font-size:calc(2em * (1 - 1))", "opacity:calc(0)", "opacity:calc(1 - 1)", "opacity:min(0, 1)", "transform:matrix(0,0,0,0,0,0)",
    "transform:matrix(1,0,1,0,0,0)", "transform:matrix(1,0,0,1,-9999,0)", "transform:scale3d(0,0,0)", "transform:scale(0.001)",
    "transform:scale(1, 0)", "scale:0.001", "transform:rotateY(90deg)", "transform:rotateX(-.25turn)", "translate:-9999px",
    "transform:translate(0, -9999px)", "transform:translateY(-900rem)", "position:absolute;clip:rect(0 0 0 0)",
    "position:absolute;clip:rect(1px 1px 1px 1px)", "clip-path:polygon(0 0, 0 0, 0 0)", "clip-path:polygon(0 0, 50% 0, 100% 0)",
    "clip-path:ellipse(0 0)", "position:fixed;right:100%", "position:absolute;bottom:100%", "position:fixed;left:-100%",
    "position:fixed;inset:auto auto 100% 100%", "display:table-column", "display:table-column-group",
]  # fmt: skip
SHOWN = [
    "-webkit-text-fill-color:black;color:transparent", "-webkit-text-fill-color:currentcolor", "font-size:calc(1rem + 1vw)",
    "font-size:clamp(1rem, 2.5vw, 2rem)", "font-size:max(0px, 14px)", "font-size:calc(1px -", "opacity:calc(1 - 0.2)",
    "transform:matrix(1,0,0,1,0,0)", "transform:matrix(0,1,-1,0,0,0)", "transform:scale3d(1,1,0)", "transform:scale(0.5)", "scale:0.8",
    "transform:rotateY(180deg)", "transform:rotate(90deg)", "translate:-50% -50%", "transform:translate(-50%, 20px)",
    "clip:rect(0, 100px, 50px, 0)", "clip:rect(auto auto auto auto)", "clip-path:polygon(0 0, 100% 0, 100% 100%)",
    "clip-path:ellipse(50% 40%)",
    "position:relative;right:100%", "position:fixed;bottom:0", "position:absolute;left:100%", "position:fixed;inset:0",
    "display:table-cell",
    "color:transparent;background:linear-gradient(red, blue);-webkit-background-clip:text",
    "-webkit-text-fill-color:transparent;background:linear-gradient(red, blue) text", "overflow:hidden;width:5%",
]  # fmt: skip


@pytest.mark.parametrize("style", UNSEEN)
def test_what_comes_to_nothing_is_not_seen(style: str) -> None:
    """Letters without a size or a colour, and elements that are drawn, turned, cut or moved to nothing, are kept apart."""
    assert not seen(f".x{{{style}}}", "<p class=x>WORDS</p>")


@pytest.mark.parametrize("style", SHOWN)
def test_what_comes_to_something_is_seen(style: str) -> None:
    """The same properties with usual values hide nothing, nor does what is not understood."""
    assert seen(f".x{{{style}}}", "<p class=x>WORDS</p>")


def test_a_place_beside_what_is_positioned_is_on_the_page() -> None:
    """Whatever stands to the left of a part of the page is seen; to the left of the page it is not."""
    assert seen(".a{position:relative}.x{position:absolute;right:100%}", "<div class=a><p class=x>WORDS</p></div>")
    assert not seen(".x{position:absolute;right:100%}", "<div class=a><p class=x>WORDS</p></div>")


@pytest.mark.parametrize(
    ("body", "visible"),
    [
        ("<p><font color=white>WORDS</font></p>", False),
        ("<p><font color='#FEFEFE' size=1>WORDS</font></p>", False),
        ("<p><font color=red>WORDS</font></p>", True),
        ("<p><font color=ffffff style='color:black'>WORDS</font></p>", True),
        ("<table bgcolor=black><tr><td><font color='#000'>WORDS</font></td></tr></table>", False),
        ("<table bgcolor=black><tr><td><font color=white>WORDS</font></td></tr></table>", True),
        ("<table background=a.png><tr><td><font color=white>WORDS</font></td></tr></table>", True),
        ("<datalist><option>WORDS</option></datalist>", False),
        ("<ruby>a<rp>WORDS</rp></ruby>", False),
        ("<ruby>a<rt>WORDS</rt></ruby>", True),
        ("<noembed>WORDS</noembed>", False),
        ("<noframes>WORDS</noframes>", False),
        ("<p><progress>WORDS</progress></p>", False),
        ("<p><math><mphantom><mtext>WORDS</mtext></mphantom></math></p>", False),
        ("<p><math><mtext>WORDS</mtext></math></p>", True),
    ],
)
def test_attributes_and_elements_that_hide_are_known(body: str, visible: bool) -> None:
    """Colours that attributes give count where no style says otherwise; what elements hold for other programs is not seen."""
    assert seen("", body) is visible
