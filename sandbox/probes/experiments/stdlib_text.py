# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Text and files of the standard library: regular expressions, json, csv, strings, paths, sqlite3, URLs."""

from __future__ import annotations

import re
from dataclasses import replace

from sandbox.probes.facts import Fact, facts_probe
from sandbox.probes.sentences import contradicts
from sandbox.probes.vocabulary import BY_DEFAULT, IN_PLACE, RAISES

SETUP = r"""
import csv
import inspect
import io
import json
import pathlib
import re
import sqlite3
import tempfile
import textwrap
import urllib.parse

def refuses(action):
    try:
        action()
    except Exception as error:
        return type(error).__name__
    return ""

def mkdir(**options):
    with tempfile.TemporaryDirectory() as folder:
        return refuses(lambda: pathlib.Path(folder, "a", "b").mkdir(**options)), refuses(lambda: pathlib.Path(folder).mkdir(**options))

def globbed(pattern, method="glob"):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "deep").mkdir()
        for name in ("b.txt", ".hidden.txt", "deep/c.txt"):
            pathlib.Path(folder, name).write_text("x")
        return sorted(found.name for found in getattr(pathlib.Path(folder), method)(pattern))

def rows():
    base = sqlite3.connect(":memory:")
    base.execute("create table t (a, b)")
    base.execute("insert into t values (?, ?)", (1, "x"))
    found = base.execute("select * from t").fetchone()
    return [type(found).__name__, base.in_transaction, base.execute("select * from t").fetchall().__class__.__name__]

def kept_after_close():
    with tempfile.TemporaryDirectory() as folder:
        name = str(pathlib.Path(folder, "x.db"))
        base = sqlite3.connect(name)
        base.execute("create table t (a)")
        base.execute("insert into t values (1)")
        base.close()
        again = sqlite3.connect(name)
        count = again.execute("select count(*) from t").fetchone()[0]
        again.close()
        return count

def open_after_with():
    base = sqlite3.connect(":memory:")
    with base:
        base.execute("create table t (a)")
    return refuses(lambda: base.execute("select 1"))
"""

_STARTS = r"(?:\b(?:at|from) the (?:very )?(?:beginning|start)\b|\bam Anfang\b|\bau début\b|\bdès le début\b)"

_WITH_CLOSES = r"\bwith (?:con|conn|connection|db|base)\b:?(?:(?!\b(?:not|never|without|nicht|nie|ne) (?:close|schließ|ferme)|n['’]t close)[^.;]){0,140}\b(?:closes (?:the connection|it)|schließt (?:die Verbindung|sie)|ferme la connexion)\b"

# Of "the writer" or "it", where a writer of csv stands around.
_ROW_ENDS = replace(
    contradicts(
        "csv.writer ends lines with \\r\\n by default.",
        r"\b(?:it|the writer|der Writer|er|il|elle)\b[^.;]{0,20}\b(?:ends?|terminates?|closes|beendet|schließt|termine|finit)\b[^.;]{0,15}\b(?:each|every|jede|chaque) (?:row|line|record|Zeile|ligne)\b[^.;]{0,30}(?<!\\r)\\n(?!\w)",
        BY_DEFAULT,
        without=r"lineterminator ?=|newline ?=|dialect",
    ),
    context=re.compile(r"\bcsv\.writer\b|\bDictWriter\b", re.IGNORECASE),
    unless=re.compile(r"lineterminator ?=|newline ?= ?[\"'](?:\\n)?[\"'] ?, ?dialect|\bdialect ?=", re.IGNORECASE),
)

FACTS = (
    Fact("match_anchored", "[re.match('b', 'ab') is None, re.search('b', 'ab') is not None, re.fullmatch('a', 'ab') is None, re.match('a', 'ab') is not None]", [True, True, True, True], "re.match looks at the beginning alone, re.search anywhere, re.fullmatch at the whole: {value}", r"\bre\.(?:match|search|fullmatch)\b|\b(?:match|fullmatch)\b(?=.*\bsearch\b)",
        right=rf"\bmatch\b(?:(?!search|fullmatch)[^.;]){{0,45}}{_STARTS}|\bsearch\b(?:(?!match)[^.;]){{0,45}}\b(?:anywhere|any position|irgendwo|überall|n['’]importe où)\b|\bfullmatch\b[^.;]{{0,40}}\b(?:whole|entire|complete|ganze\w*|gesamte\w*|entière?)\b",
        wrong=rf"(?<!full)\bmatch\b(?:(?!search|fullmatch)[^.;]){{0,35}}\b(?:anywhere|any position|irgendwo|überall|n['’]importe où|whole string|entire string|ganze\w* (?:Zeichenkette|Text|String)|chaîne entière)\b|\bsearch\b(?:(?!match)[^.;]){{0,30}}(?:\bonly {_STARTS}|{_STARTS} only|\bnur am Anfang\b|\bseulement au début\b)", without=r"match statement|structural|anchor|flags|MULTILINE|pandas|\.str\.|match\.group|case\b"),
    Fact("search_value", "[re.search('x', 'a') is None, re.search('x', 'a') is not False, str(type(re.search('a', 'a')).__name__)]", [True, True, "Match"], "re.search gives a Match or None, never False: {value}", r"\b(?:re\.)?(?:search|match|fullmatch)\b",
        right=r"\bNone\b", wrong=r"\b(?:returns?|gives?|yields?|liefert|gibt|renvoie|retourne)\b[^.;]{0,30}\b(?:True or False|a bool\w*|False|einen Wahrheitswert|un booléen)\b", without=r"None|bool\(|is not|truth", context=r"\bre\.|\bregex|\bregular expression|\bregulär\w*|\brégulière"),
    Fact(
        "search_check", "all(re.search('x', line) is not False for line in ('a', 'b'))", True, "`is not False` holds for None as well ({value}), so that such a check of re.search, match or fullmatch cannot fail; compare with None",
        r"\b(?:assert\w*|check|test|condition|guard\w*|Prüfung|Zusicherung|Abfrage|Bedingung|vérification)\b", wrong=r"\b(?:stops?|fails? (?:as soon as|if|when)|catches|detects|guards?|guarantees?|ensures?|refuses|rejects|bricht\b.{0,40}\bab|schlägt .{0,15}fehl|stellt sicher|findet|entdeckt|échoue\w*|s['’]arrête\w*|garantit|détecte|as long as it passes)\b",
        wrong_not=r"\b(?:stops?|fails? (?:as soon as|if|when)|catches|detects|guards?|guarantees?|ensures?|refuses|rejects|bricht\b.{0,40}\bab|schlägt .{0,15}fehl|stellt sicher)\b.{0,60}\b(?:does not|doesn['’]t|nicht) (?:fit|match|pass)\w*",
        without=r"cannot fail|kann nicht|useless|nutzlos|inutile|always|immer|toujours|vain", modal=True, context=r"\b(?:assert|if|while|filter)\b.{0,60}\b(?:search|match|fullmatch)\(.{0,40}\) is not False\b"),
    Fact("sub_count", "[re.sub('a', 'x', 'aaa'), re.sub('a', 'x', 'aaa', count=1), re.sub('a', 'x', 'aaa', count=0)]", ["xxx", "xaa", "xxx"], "re.sub replaces every occurrence by default (count=0): {value}", r"\bre\.sub\b|\bsub\b",
        right=r"\b(?:all|every|each|alle|jedes|toutes|chaque)\b.{0,30}\b(?:occurrences?|match(?:es)?|Vorkommen|Treffer|places?|Stellen|correspondances?)\b", wrong=r"\b(?:only|just|nur|seulement|seule)\b.{0,15}\b(?:the )?(?:first|erste\w*|première)\b[^.;]{0,30}\b(?:by default|unless|standardmäßig|par défaut|match|occurrence|Treffer|Vorkommen)|\bcount ?= ?0 (?:replaces nothing|means none|ersetzt nichts)", without=r"count ?= ?1", context=r"\bre\.sub\b"),
    Fact("re_greedy", "re.search('<.*>', '<a><b>').group()", "<a><b>", "* is greedy: <.*> finds {value} in <a><b>", r"(?:\bquantifiers?\b|\bQuantoren?\b|\bquantificateurs?\b|\bquantifieurs?\b|\.\*|\.\+)", right=r"\bgreedy\b|\bgierig\w*|\bgourmande?s?\b|\bgloutonne?s?\b", wrong=r"\b(?:shortest|as (?:little|few) as possible|non-greedy by default|lazy by default|kürzeste\w*|so wenig wie möglich|le moins possible)\b", without=r"\?|lazy quantifier|non-greedy|reluctant|glob", context=r"\bre\.|\bregex|\bregular expression|\bregulär"),
    Fact("dot_newline", "re.search('a.b', 'a\\nb') is None", True, "the dot matches no newline unless DOTALL: {value}", r"\b(?:dot|Punkt|point)\b", right_not=r"\b(?:except|außer|sauf|not|nicht|pas|no)\b.{0,25}\b(?:newline|line break|Zeilenumbruch|Zeilenende|saut de ligne|retour à la ligne)\b", wrong=r"\b(?:matches|stands for|passt auf|steht für|correspond à)\b.{0,25}\b(?:any character,? including (?:a )?newlines?|every character including|jedes Zeichen einschließlich|tout caractère y compris)\b", without=r"DOTALL|re\.S\b|\(\?s\)", context=r"\bre\.|\bregex|\bregular expression|\bregulär"),
    Fact("findall_groups", "[re.findall('(a)(b)', 'abab'), re.findall('(a)b', 'abab'), re.findall('ab', 'abab')]", [[["a", "b"], ["a", "b"]], ["a", "a"], ["ab", "ab"]], "findall gives tuples of groups, the one group, or the whole match where there is none: {value}", r"\bfindall\b", right=r"\b(?:groups?|tuples?|Gruppen?|Tupel|groupes?)\b", wrong=r"\bfindall\b[^.;]{0,30}\b(?:returns?|yields?|gives?|liefert|renvoie)\b[^.;]{0,25}\b(?:match objects?|Match-Objekte\w*|objets? (?:de )?(?:correspondance|match)|an iterator|einen Iterator|un itérateur)\b", without=r"finditer"),
    Fact("split_empty", "['a  b'.split(), 'a  b'.split(' '), ''.split(), ''.split(','), re.split('(,)', 'a,b')]", [["a", "b"], ["a", "", "b"], [], [""], ["a", ",", "b"]], "'a  b'.split(), split(' '), ''.split(), ''.split(',') and re.split with a group are {value}", r"\bsplit\(\)|\bstr\.split\b", right=r"\b(?:runs? of|any|consecutive|beliebig\w*|mehrere|toute suite)\b.{0,20}\b(?:white ?space|Leerraum|Leerzeichen|blancs?|espaces?)\b", wrong=r"\bsplit\(\)[^.;]{0,30}\b(?:at|on) (?:each|every|single) (?:space|blank)\b|\bsplit\(\)[^.;]{0,40}\bempty strings?\b", without=r"split\(['\"]|re\.split|drop|discard|no empty|pandas|removes"),
    Fact("str_immutable", "(lambda s: [s.upper(), s.replace('a', 'x'), s])('abc')", ["ABC", "xbc", "abc"], "methods of strings return new strings and leave the old one: {value}", r"\b(?:string|str)(?:['’]s)? methods?\b|\b(?:str\.)?(?:upper|lower|replace|strip|title)\(\)|\bstr\.(?:upper|lower|replace|strip)\b|\bstrings\b|\bZeichenketten\b|\bchaînes\b",
        right=r"\bnew strings?\b|\bimmutable\b|\bunveränderlich\w*|\bneue Zeichenketten?\b|\bimmuables?\b|\bnouvelle chaîne\b", wrong=rf"\b(?:upper|lower|replace|strip|title)\b[^.;]{{0,30}}{IN_PLACE}|\b(?:strings|Zeichenketten|chaînes)\b[^.;]{{0,15}}\b(?:are|sind|sont) (?:mutable|veränderlich|veränderbar|modifiables)\b", without=r"Ruby|Swift|pandas|im ?mutable|numpy|inplace|os\.replace|Path|bytearray"),
    Fact("strip_chars", "'abcba'.strip('ab')", "c", "strip takes off any of the characters, not a prefix: 'abcba'.strip('ab') is {value}", r"\b[lr]?strip\b", right=r"\b(?:set of|any of|individual|each of|any combination|Menge von|einzelne\w*|ensemble)\b.{0,20}\b(?:characters?|Zeichen|caractères?)\b", wrong=r"\b[lr]?strip\b[^.;]{0,30}\b(?:removes?|takes? off|entfernt|supprime|retire)\b[^.;]{0,20}\b(?:the |a |das |le )?(?:prefix|suffix|substring|exact|Präfix|Suffix|préfixe|suffixe)\b", without=r"removeprefix|removesuffix|rather|mistak"),
    Fact("find_index", "['abc'.find('x'), refuses(lambda: 'abc'.index('x'))]", [-1, "ValueError"], "str.find gives -1 and str.index raises where nothing is found: {value}", r"\bstr\.(?:find|index)\b|\bfind\(\)|\bMethode find\b|\bméthode find\b|\bmethod find\b", right=r"\bfind\b[^.;]{0,60}[-−]1\b|\bindex\b[^.;]{0,60}\bValueError\b", wrong=r"\bfind\b(?:(?!index)[^.;]){0,60}\b(?:None|ValueError|False)\b|\bindex\b(?:(?!find)[^.;]){0,50}[-−]1\b", without=r"pandas|BeautifulSoup|xml|ElementTree|soup"),
    Fact("json_ascii", "[json.dumps('é'), json.dumps('é', ensure_ascii=False)]", ['"\\u00e9"', '"é"'], "json.dumps writes characters outside ASCII as escapes by default (ensure_ascii=True): {value}", r"\bjson\b",
        right=r"\bensure_ascii(?: ?= ?| is | ist | vaut )True\b|\bescap\w+|\bmaskiert\b|\béchapp\w+", wrong=r"\b(?:writes?|keeps?|leaves?|outputs?|schreibt|lässt|behält|écrit|garde|laisse)\b[^.;]{0,40}\b(?:umlauts?|accent\w*|non-ASCII|Umlaute?|accentués?|accented|Unicode)\b[^.;]{0,40}\b(?:as (?:they|it) (?:are|is)|unchanged|literally|unescaped|unverändert|stehen|tels quels|par défaut|by default)\b|\bensure_ascii(?: ?= ?| is | defaults to )False (?:by default|is the default)", without=r"ensure_ascii ?= ?False(?! by| is the)|orjson|json\.load"),
    Fact("json_nan", "[json.dumps(float('nan')), refuses(lambda: json.dumps(float('nan'), allow_nan=False)), str(json.loads('NaN'))]", ["NaN", "ValueError", "nan"], "json writes and reads NaN, which is no JSON, unless allow_nan=False: {value}", r"\bjson\b", right=r"\bNaN\b.{0,60}\b(?:written|accepts?|writes?|emits?|no valid|invalid|geschrieben|écrit)\b|\b(?:writes?|accepts?|emits?|schreibt|écrit)\b.{0,30}\bNaN\b", wrong=rf"\bjson\.dumps?\b[^.;]{{0,60}}\bnan\b[^.;]{{0,30}}(?:\bnull\b|{RAISES})|\bnan\b[^.;]{{0,60}}\b(?:json|dumps)\b[^.;]{{0,40}}(?:\bbecomes null\b|\bas null\b|\bals null\b|\ben null\b|\bwird (?:zu )?null\b|{RAISES})", without=r"allow_nan|orjson|strict|JavaScript|pandas|to_json"),
    Fact("json_keys", "[json.dumps({1: 'a', None: 'b', True: 'c'}), json.loads(json.dumps({1: 'a'}))]", ['{"1": "c", "null": "b"}', {"1": "a"}], "json makes strings of the keys: {value}", r"\bjson\b", right=r"\b(?:keys?|Schlüssel|clés?)\b.{0,40}\b(?:strings?|text|Zeichenketten?|chaînes?)\b", wrong=rf"\b(?:int\w*|numeric|number|ganzzahlige\w*|Zahlen als|entières?) ?-?(?:keys?|Schlüssel|clés?)\b[^.;]{{0,40}}(?:{RAISES}|\b(?:stay|stays|are kept|remain|survive|come back as|bleiben|restent|are preserved)\b(?! strings))", without=r"skipkeys|tuple|sort_keys|string|Zeichenkette|chaîne"),
    Fact("json_sets", "[refuses(lambda: json.dumps({1, 2})), json.dumps((1, 2)), refuses(lambda: json.dumps(b'x'))]", ["TypeError", "[1, 2]", "TypeError"], "json refuses sets and bytes and makes lists of tuples: {value}", r"\bjson\b", right=r"\b(?:sets?|Mengen|ensembles|bytes)\b.{0,40}\b(?:TypeError|refused|cannot|not serializable)\b|\btuples?\b.{0,40}\b(?:lists?|arrays?|Listen?|listes?)\b|\bTupel\b.{0,40}\bListen?\b", wrong=r"\b(?:sets?|Mengen|ensembles)\b[^.;]{0,40}\b(?:become|becomes|are written as|serialised as|serialized as|werden zu|deviennent|as) (?:an? |JSON )?(?:arrays?|lists?|Listen?|Arrays?|listes?)\b|\btuples?\b[^.;]{0,40}\b(?:come back as|return as|stay|survive as|bleiben|restent)\b[^.;]{0,10}\b(?:tuples?|Tupel)\b|\btuples?\b[^.;]{0,30}\bTypeError\b", without=r"default ?=|encoder|sorted\(|list\("),
    Fact("csv_strings", "list(csv.reader(io.StringIO('1,2.5\\n')))", [["1", "2.5"]], "csv.reader gives strings, numbers too: {value}", r"\bcsv\b", right=r"\b(?:strings?|text|Zeichenketten?|chaînes?)\b", wrong=r"\b(?:csv\.reader|DictReader|csv module|csv)\b[^.;]{0,60}\b(?:converts?|turns?|recogni[sz]es?|detects?|wandelt|erkennt|convertit|reconnaît)\b[^.;]{0,25}\b(?:numbers|numeric|ints?|floats?|types?|Zahlen|Typen|nombres|types)\b", without=r"pandas|read_csv|QUOTE_NONNUMERIC|float\(|int\(|by hand|we convert|Sniffer|sqlite"),
    Fact("csv_writer", "(lambda f: (csv.writer(f).writerow([1, 'a,b']), f.getvalue())[1])(io.StringIO())", '1,"a,b"\r\n', "csv.writer ends lines with \\r\\n by default and quotes only where it has to", r"\bcsv\b", right=r"\\r\\n|\bCRLF\b", wrong=r"\bcsv\.(?:writer|DictWriter)\b[^.;]{0,50}\b(?:ends?|terminates?|closes|beendet|schließt|termine|finit)\b[^.;]{0,45}(?:(?<!\\r)\\n\b|(?<!CR)\bLF\b|(?<!return and )\bline feed\b)|\bcsv\.writer\b[^.;]{0,40}\bquotes (?:every|all) (?:field|value|string)s?\b", without=r"lineterminator ?=|lineterminator (?:is|was|ist|est) |newline ?=|QUOTE_ALL|dialect|unix", more=(_ROW_ENDS,)),
    Fact("path_stem", "[pathlib.Path('march.tar.gz').stem, pathlib.Path('march.tar.gz').suffix, pathlib.Path('march.tar.gz').suffixes]", ["march.tar", ".gz", [".tar", ".gz"]], "stem takes off the last suffix alone, suffix is the last with its dot: {value}", r"\b(?:stem|suffix)\b",
        right=r"\b(?:only |just |nur )?the last (?:suffix|extension|dot)\b|\b(?:letzte|nur die letzte)\w* (?:Endung|Suffix\w*)\b|\bdernier suffixe\b|\bdernière extension\b", wrong=r"\bstem\b[^.;]{0,40}\b(?:all|every|alle|sämtliche|tous les|toutes les) (?:the |its )?(?:suffix\w*|extensions?|Endungen|Suffixe|extensions)\b|\bsuffix\b[^.;]{0,25}\b(?:without (?:the|its) dot|ohne (?:den )?Punkt|sans (?:le )?point)\b", wrong_not=r"\bsuffix\b[^.;]{0,25}\b(?:without (?:the|its|a) dot|ohne (?:den )?Punkt|sans (?:le )?point)\b", without=r"\.suffixes\b|PurePath\.name|word stem|stemming|ax\.|plt", context=r"\b(?:pathlib|Path)\b"),
    Fact("with_suffix", "[str(pathlib.Path('a.tar.gz').with_suffix('.zip')), refuses(lambda: pathlib.Path('a.txt').with_suffix('zip'))]", ["a.tar.zip", "ValueError"], "with_suffix replaces the last suffix and wants the dot: {value}", r"\bwith_suffix\b", right=r"\b(?:last|letzte\w*|dernier|dernière)\b|\bValueError\b|\bdot\b", wrong=r"\b(?:changes?|renames?|benennt|renomme)\b[^.;]{0,25}\b(?:file on (?:the )?disk|the file itself|Datei (?:auf der Platte )?um|le fichier sur)\b|\ball (?:the )?suffixes\b", without=r"rename\(|\.rename"),
    Fact("mkdir", "[list(mkdir()), list(mkdir(parents=True, exist_ok=True))]", [["FileNotFoundError", "FileExistsError"], ["", ""]], "Path.mkdir makes no parents and refuses an existing folder by default: {value}", r"\bmkdir\b", right=r"\bFileNotFoundError\b|\bFileExistsError\b|\bparents ?= ?True\b|\bexist_ok ?= ?True\b", wrong=r"\bmkdir(?:\(\))?[^.;]{0,30}\b(?:creates?|makes?|legt|crée)\b[^.;]{0,40}\b(?:missing|parent|intermediate|all|fehlende\w*|übergeordnete\w*|parents|intermédiaires)\b[^.;]{0,25}\b(?:folders?|director\w+|Ordner|Verzeichnisse|dossiers|répertoires|as well|too|by default)\b|\bmkdir(?:\(\))?[^.;]{0,40}\b(?:does nothing|silently|tut nichts|ne fait rien)\b[^.;]{0,30}\bexist", without=r"parents ?=|exist_ok ?=|makedirs|-p\b"),
    Fact("glob", "[globbed('*.txt'), globbed('*.txt', 'rglob')]", [[".hidden.txt", "b.txt"], [".hidden.txt", "b.txt", "c.txt"]], "Path.glob('*.txt') stays in its folder and finds hidden files too, rglob descends: {value}", r"\b(?:Path\.)?r?glob\b", right=r"\brglob\b[^.;]{0,30}\b(?:recurs\w+|descends?|rekursiv|récursi\w+)\b", wrong=r"(?<!r)\bglob\b(?:(?!rglob|\*\*)[^.;]){0,35}\b(?:recursively|descends|all subfolders|subdirectories|rekursiv|Unterordner\w*|récursivement|sous-dossiers)\b|\bPath\.r?glob\b[^.;]{0,40}\bsorted (?:order|by name)|\b(?:Path\.)?glob\b[^.;]{0,25}\b(?:returns?|gives?) a list\b", wrong_not=r"\bPath\.glob\b[^.;]{0,25}\b(?:skips?|ignores?|leaves? out)\b[^.;]{0,15}\bhidden\b", without=r"recursive ?=|glob\.glob|\*\*"),
    Fact("sqlite_rows", "rows()", ["tuple", True, "list"], "sqlite3 gives rows as tuples and opens a transaction before an insert: {value}", r"\bsqlite3?\b|\bfetch(?:one|all)\b|\bcursor\b", right=r"\b(?:rows?|Zeilen?|lignes?)\b.{0,40}\b(?:tuples?|Tupel)\b|\bcommit\b", wrong=r"\b(?:rows?|Zeilen?|lignes?|fetch(?:one|all))\b[^.;]{0,25}\b(?:as|are|comes? as|returns?|als|sont|sind|is|comme)\b[^.;]{0,15}\b(?:dict\w*|mappings?|Wörterbüch\w*|dictionnaires?|sqlite3\.Row|named ?tuples?|objects?)\b", without=r"row_factory|Row\b|pandas|SQLAlchemy|psycopg", context=r"\bsqlite3?\b"),
    Fact("sqlite_commit", "[kept_after_close(), open_after_with()]", [0, ""], "close() without commit() loses changes, and `with connection` commits but leaves it open: rows kept and error are {value}", r"\b(?:sqlite3?|connection|Verbindung|connexion)\b",
        right=r"\b(?:without|before|ohne|sans)\b[^.;]{0,15}\bcommit\b[^.;]{0,30}\b(?:lost|gone|rolled back|verloren|perdue?s?)\b|\bcommit\w*\b", right_not=r"\bwith\b[^.;]{0,40}\b(?:does not|doesn['’]t|not|nicht|ne)\b[^.;]{0,15}\b(?:close|schließt|geschlossen|ferme)\b", wrong_not=_WITH_CLOSES, wrong=rf"{_WITH_CLOSES}|\b(?:with (?:statement|block|connection|sqlite3\.connect)|context manager|with-Block|bloc with)\b[^.;]{{0,50}}\b(?:closes? (?:the connection|it)|schließt (?:die Verbindung|sie)|ferme la connexion)\b|\b(?:sqlite3|connection)\b[^.;]{{0,20}}\bautocommits?\b[^.;]{{0,20}}\bby default\b|\bclose\(\)[^.;]{{0,25}}\bcommits?\b[^.;]{{0,20}}\b(?:pending|open|automatically|changes)\b", without=r"autocommit ?=|isolation_level|closing\(|contextlib", context=r"\bsqlite3?\b"),
    Fact("sqlite_placeholder", "sqlite3.paramstyle", "qmark", "sqlite3's placeholders are of the style {value} (?)", r"\bplaceholders?\b|\bPlatzhalter\w*\b|\bparamètres?\b|\bmarqueurs?\b", right=r"\bquestion marks?\b|\bFragezeichen\b|\bpoints? d['’]interrogation\b|\?(?!$)", wrong=r"%s\b|\bpercent s\b", without=r"MySQL|psycopg|Postgre|format|instead|never|f-string", context=r"\bsqlite3?\b"),
    Fact("quote_safe", "[urllib.parse.quote('a/b c'), urllib.parse.quote_plus('a/b c'), urllib.parse.unquote('a+b')]", ["a/b%20c", "a%2Fb+c", "a+b"], "quote leaves the slash and writes %20, quote_plus writes %2F and +: {value}", r"\bquote(?:_plus)?\b", right=r"\bquote\b[^.;]{0,40}\b(?:slash\w*|Schrägstrich\w*|barre)\b[^.;]{0,25}\b(?:alone|unquoted|as it is|unverändert|stehen)\b|\bquote_plus\b[^.;]{0,40}(?:\+|\bplus\b)", wrong=r"(?<!_)\bquote\b(?!_plus)(?:(?!quote_plus)[^.;]){0,40}\b(?:escapes?|encodes?|quotes?) (?:the )?(?:slash\w*)\b|(?<!_)\bquote\b(?!_plus)(?:(?!quote_plus)[^.;]){0,30}\bspaces?\b[^.;]{0,15}(?:\bplus signs?\b|\+)", without=r"safe ?=|shlex|unquote", context=r"\burllib\b"),
    Fact("dedent", "[textwrap.dedent('  a\\n    b'), textwrap.shorten('a  b', 10), textwrap.fill('a b', 1)]", ["a\n  b", "a b", "a\nb"], "dedent takes off common blanks, shorten collapses them: {value}", r"\btextwrap\.dedent\b|\bdedent\b", right=r"\b(?:common|gemeinsame\w*|commune?s?)\b", wrong=r"\b(?:all|every|sämtliche\w*|alle) (?:the )?(?:leading|führende\w*) (?:white ?space|blanks|spaces|Leerzeichen|Leerraum)\b|\btoutes les espaces\b"),
    Fact("textwrap_width", "inspect.signature(textwrap.TextWrapper.__init__).parameters['width'].default", 70, "textwrap wraps at {value} characters by default", r"\btextwrap\b|\bfill\b|\bwrap\b", right=r"\b(?:70|seventy|siebzig|soixante-dix)\b", wrong=r"\b(?:72|76|78|79|80|100|120) (?:characters|columns|Zeichen|Spalten|caractères|colonnes)\b[^.;]{0,20}\b(?:by default|standardmäßig|par défaut)\b|\b(?:by default|standardmäßig|par défaut|width defaults to)\b[^.;]{0,30}\b(?:72|76|78|79|80|100|120)\b", without=r"width ?=", context=r"\btextwrap\b"),
    Fact("text_encoding", "[inspect.signature(open).parameters['mode'].default, inspect.signature(open).parameters['newline'].default]", ["r", None], "open's mode and newline are {value} by default", r"(?<!\.)\bopen(?:\(\)|\b)", right=r"\b(?:text mode|Textmodus|mode texte)\b", wrong=r"\b(?:binary mode|Binärmodus|mode binaire)\b[^.;]{0,15}\b(?:by default|standardmäßig|par défaut)\b|\b(?:by default|standardmäßig|par défaut)\b[^.;]{0,25}\b(?:binary|Binärmodus|binaire)\b", without=r"['\"]rb['\"]|gzip|zipfile|bz2|lzma|tarfile"),
)  # fmt: skip

PROBE = facts_probe(
    "stdlib-text",
    "What do the standard library's regular expressions, json, csv, paths, strings and sqlite3 do by default?",
    (
        r"\bre\.(?:match|search|fullmatch|sub|split|findall|compile)\b",
        r"\bjson\.(?:dumps?|loads?)\b|\bensure_ascii\b",
        r"\bcsv\.(?:reader|writer|Dict\w+)\b",
        r"\bpathlib\b|\.with_suffix\(|\.stem\b|\.mkdir\(|\br?glob\(",
        r"\bsqlite3\b",
        r"\bstr\.(?:split|strip|find|replace)\b|\.split\(\)|\.strip\(|\btextwrap\b|\burllib\.parse\b",
    ),
    (),
    SETUP,
    FACTS,
)
