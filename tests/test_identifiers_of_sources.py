"""Canonical names: one for each source whatever its spelling, none for what only looks like one; names and titles alike or not."""

from __future__ import annotations

import pytest

from tools.identity import ids, titles
from tools.identity.names import agree, group, lists_agree, person, read

_SHA = "0a" * 20


@pytest.mark.parametrize(
    ("url", "id"),
    [
        ("https://arxiv.org/abs/2404.99001", "arxiv:2404.99001"),
        ("http://arxiv.org/pdf/2404.99001v3.pdf", "arxiv:2404.99001v3"),
        ("https://export.arxiv.org/abs/math.GT/0309999v2", "arxiv:math/0309999v2"),
        ("https://arxiv.org/html/2404.99001v1/", "arxiv:2404.99001v1"),
        ("https://doi.org/10.5555/ABC.1", "doi:10.5555/abc.1"),
        ("https://doi.org/10.48550/arXiv.2404.99001", "arxiv:2404.99001"),
        ("https://dx.doi.org/10.5555%2Fabc", "doi:10.5555/abc"),
        ("https://pypi.org/project/Some_Package/1.2/", "pypi:some-package==1.2"),
        (f"https://github.com/a/b/blob/{_SHA}/c/d.py#L1-L3", f"git:github.com/a/b@{_SHA}/c/d.py"),
        (f"https://raw.githubusercontent.com/a/b/{_SHA}/d.py", f"git:github.com/a/b@{_SHA}/d.py"),
        ("https://github.com/a/b/blob/main/d.py", "https://github.com/a/b/blob/main/d.py"),
        ("HTTPS://Docs.Example.ORG:443/a%7Eb/?utm_source=x&q=1#top", "https://docs.example.org/a~b/?q=1"),
        ("https://example.org", "https://example.org/"),
        ("https://evil.example/abs/2404.99001", "https://evil.example/abs/2404.99001"),
        ("https://arxiv.org.evil.example/abs/2404.99001", "https://arxiv.org.evil.example/abs/2404.99001"),
    ],
)
def test_a_url_is_known_by_what_it_names(url: str, id: str) -> None:
    """Only the registry's own hosts make a URL one of its identifiers."""
    assert str(ids.of_url(url)) == id
    assert str(ids.parse(id)) == id


@pytest.mark.parametrize(
    "text",
    ["2413.99001", "2404.9900", "1412.00001", "1501.0001", "0703.0001", "hep-th/9913001", "10.5555", "10.55/x", "x", "", "pypi:", "git:a"],
)
def test_what_no_registry_could_have_given_out_is_no_identifier(text: str) -> None:
    """Months, years and lengths are held to the registry's rules."""
    assert ids.parse(text) is None


def test_identifiers_are_found_in_text_without_its_punctuation() -> None:
    """A sentence's own marks end an identifier; brackets that it opened do not."""
    text = "See (arXiv:2404.99001v2), doi:10.5555/a(b)c. And https://example.org/x_(y); 12.345/6, 10.2 and arXiv:2413.1 are none."
    assert [str(found.identifier) for found in ids.mentions(text)] == [
        "arxiv:2404.99001v2", "doi:10.5555/a(b)c", "https://example.org/x_(y)",
    ]  # fmt: skip
    assert [text[found.start : found.end] for found in ids.mentions(text)][2] == "https://example.org/x_(y)"


SIM, EJ = "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2", "10.1175/1520-0477(1998)079<0061:APGTWA>2.0.CO;2"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"doi:{SIM}", f"doi:{SIM.lower()}"),
        (f"See {SIM}.", f"doi:{SIM.lower()}"),
        (f"({EJ}), and", f"doi:{EJ.lower()}"),
        (f"https://doi.org/{SIM}", f"doi:{SIM.lower()}"),
        (f"https://doi.org/{SIM.replace('<', '%3C').replace('>', '%3E')}", f"doi:{SIM.lower()}"),
        (SIM.replace("<", "&lt;").replace(">", "&gt;"), f"doi:{SIM.lower()}"),
        ("10.1016/S0021-9258(19)52451-6", "doi:10.1016/s0021-9258(19)52451-6"),
        ("10.5555/a.b<br>next", "doi:10.5555/a.b"),
        ("<td>10.5555/a.b</td>", "doi:10.5555/a.b"),
        ("10.5555/a.b<!-- x -->", "doi:10.5555/a.b"),
        ("arXiv:2404.12345.", "arxiv:2404.12345"),
        ("arXiv:2404.12345v2, and", "arxiv:2404.12345v2"),
        ("arXiv:2404.12345v2.pdf", "arxiv:2404.12345v2"),
        ("arXiv:2404.12345の", "arxiv:2404.12345"),
        ("arXiv:hep-th/9901001)", "arxiv:hep-th/9901001"),
    ],
)
def test_an_identifier_is_found_whole(text: str, found: str) -> None:
    """Codes in angle brackets belong to it; tags, marks and letters of another script do not."""
    assert [str(mention.identifier) for mention in ids.mentions(text)] == [found]


@pytest.mark.parametrize(
    "text",
    [
        "arXiv:2404.123456 is one digit too long", "arXiv:2404.12345v1234", "arXiv:2404.12345x", "arXiv:2404.12345_1", "arXiv:2404.12345.6",
        "arXiv:hep-th/99010012", "arXiv:1404.12345", "10.1002/(SICI)1097-0258(19980815/30)17:15/16",
        SIM[:-12], "10.1002/x<1661::AID", "10.5555/x<5",
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16<b>x</b>",
    ],
)  # fmt: skip
def test_nothing_is_cut_out_of_something_longer(text: str) -> None:
    """A digit too many, or a bracket that is not closed as the grammar has it, leaves no identifier, and not the beginning of one."""
    assert [str(mention.identifier) for mention in ids.mentions(text)] == []


def test_versions_share_a_work() -> None:
    """The work is the name without its version."""
    assert ids.parse("arxiv:2404.99001v2").work == ids.parse("arxiv:2404.99001v7").work  # type: ignore[union-attr]
    assert str(ids.package("Torch", "2.7.0", "torch/x.py").work) == "pypi:torch"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Łukasz Kaiser", "Kaiser, L.", True),
        ("A.N. Other", "Ann Nora Other", True),
        ("Jean-Baptiste Roy", "J.-B. Roy", True),
        ("van der Berg, Anna", "Anna van der Berg", True),
        ("Anna Berg", "Anna van der Berg", True),
        ("King, Martin Jr.", "Martin King", True),
        ("O’Neil, Cy", "Cy O'Neil", True),
        ("Li Wei", "Wei Li", False),
        ("Anna Berg", "Bert Berg", False),
        ("Anna Berg", "Anna Burg", False),
        ("The Wave Collaboration", "Wave Collaboration", True),
        ("Wave Collaboration", "Anna Wave", False),
    ],
)
def test_names_agree_where_nothing_speaks_against_it(one: str, other: str, same: bool) -> None:
    """Initials, accents, order with a comma and particles aside."""
    assert agree(read(one), read(other)) is same and agree(read(other), read(one)) is same


def test_parts_that_a_registry_gives_apart_are_held_to() -> None:
    """A family name of two words is not its second word."""
    assert not agree(person("García Márquez", "José"), person("Márquez", "José"))
    assert agree(group("Made Team"), group("the made team"))


def test_lists_agree_in_order_and_whole() -> None:
    """Unless the list is marked as cut."""
    three = [read("A One"), read("B Two"), read("C Three")]
    assert lists_agree(three, three) and not lists_agree(three[::-1], three)
    assert not lists_agree(three[:2], three) and lists_agree(three[:2], three, cut=True)
    assert not lists_agree([], three) and not lists_agree(three, three[:2], cut=True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("On <i>E. coli</i> &amp; Others", "On E. coli & others", True),
        (r"Estimating $\chi^2$ {B}ounds", "Estimating chi 2 bounds", True),
        ("Naïve Café", "Naive cafe", True),
        ("C", "C++", False),
        ("Part I", "Part II", False),
        ("", "", False),
        ("…", "!", False),
        ("ガラスの構造", "カラスの構造", False),
        ("ｶﾞﾗｽの構造", "ガラスの構造", True),
        ("йод", "иод", False),
        ("ї", "і", False),
        ("Ёлка", "елка", True),
        ("за́мок", "замок", True),
        ("Πόλη", "Πολη", True),
        ("कि", "का", False),
        ("บาน", "บ้าน", False),
        ("Tiếng Việt", "Tieng Viet", True),
        ("Ångström", "Angstrom", True),
        ("Is P != NP?", "Is P = NP?", False),
        ("Is P != NP?", "Is P ≠ NP", True),
        (r"P $\neq$ NP", "P ≠ NP", True),
        ("P = NP", "P NP", False),
        ("x < 0", "x > 0", False),
        ("x &lt; 0", "x < 0", True),
        ("x ≤ 0", "x <= 0", True),
        ("x ≤ 0", "x < 0", False),
        ("x = −1", "x = -1", True),
        ("x = -1", "x = 1", False),
        ("A+B", "A + B", True),
        ("a ± b", "a + b", False),
        ("A → B", "A -> B", True),
        ("A → B", "A ← B", False),
        ("x ∈ A", "x ∉ A", False),
        ("State-of-the-art", "State−of−the−art", True),
        ("A Thing: Its Parts", "A Thing – Its Parts", True),
        ("Is it?", "Is it", True),
    ],
)
def test_titles_are_the_same_word_for_word(one: str, other: str, same: bool) -> None:
    """Markup, accents that are ornaments, marks and case aside; letters and signs of formulas count; without words there is no title."""
    assert titles.same(one, other) is same
