"""Names that prose gives of a listing: options, headers, files, columns, targets, ports, calls, containers, bounds and defaults."""

from __future__ import annotations

import pytest
from handmade import FACTS, alarms, chapter_of

from prompts.trust import measure
from tools.instruments.references import References

TRAIN = "```bash\npython fit.py --corpus words.bin --lot 32 --span 512 --rounds 20000 --seed 7\n```\n\n"
FLAT_TRAIN = "Start it from the root: ``` python fit.py --corpus words.bin --lot 32 --span 512 --rounds 20000 --seed 7 ``` "
HTTP = (
    '```http\nGET /style.css HTTP/1.1\nHost: static.example.org\nIf-None-Match: "77-9c"\n\nHTTP/1.1 304 Not Modified\n'
    'ETag: "77-9c"\nCache-Control: max-age=600\n```\n\n'
)
MOUNT = (
    "```yaml\nservices:\n  gauge:\n    image: example/gauge:1.4\n    volumes:\n      - ./gauge.yaml:/etc/gauge/settings.yaml:ro\n"
    '    ports:\n      - "4317:4317"\n```\n\n'
)
QUERY = "```sql\nDELETE FROM visits\nWHERE left_at < now() - interval '30 days'\n  AND kept = false\nRETURNING id;\n```\n\n"
MAKE = "```make\nall: lamp.bin\n\nlamp.bin: lamp.elf\n\tobjcopy $< $@\n\nflash: lamp.bin\n\twriter $<\n\nclean:\n\trm -f *.o\n```\n\n"
NPM = '```json\n{\n  "scripts": {\n    "build": "vite build",\n    "preview": "vite preview"\n  }\n}\n```\n\n'
PROXY = "```nginx\nserver {\n  listen 443 ssl;\n  location / {\n    proxy_pass http://127.0.0.1:9000;\n  }\n}\n```\n\n"
QUEUE = (
    "```python\nimport queue\n\ntasks = queue.Queue()\nsquares = []\n\ndef worker():\n    while True:\n"
    "        squares.append(tasks.get() ** 2)\n\n"
    "for n in range(10):\n    tasks.put(n)\n```\n\n"
)
WORDS = (
    "```python\ndef count(text):\n    seen = {}\n    for word in text.split():\n"
    "        seen[word] = seen.get(word, 0) + 1\n    return seen\n```\n\n"
)
LARGE = "```python\nrows = [3, 8, 1, 9]\nlarge = [r for r in rows if r > 5]\nprint(large)\n```\n\n"
RETRY = "```python\ndef fetch(call, attempts=4, pause=0.5):\n    for n in range(attempts):\n        call()\n```\n\n"

#: Name -> the listing, right words, the name in them, and another that the listing does not have.
TWINS: dict[str, tuple[str, str, str, str]] = {
    "an option left over": (
        TRAIN, "`--corpus` names the file, `--rounds` the updates, and `--seed` makes it repeatable. The option `--span` sets how long a "
        "sequence is, here 512, and `--lot` how many there are.", "--span", "--block",
    ),
    "an option with its value": (FLAT_TRAIN, "The option `--span` sets how long a sequence is, here 512.", "--span", "--width"),
    "a header": (HTTP, "The request quotes the tag of the stored copy in `If-None-Match`.", "If-None-Match", "If-Modified-Since"),
    "a file called so": (
        MOUNT, "On the host the file is called `gauge.yaml`; inside it is `/etc/gauge/settings.yaml`.", "gauge.yaml`;", "meter.yaml`;",
    ),
    "a column compared": (QUERY, "Rows whose `left_at` lies far back go, unless `kept` is set.", "left_at", "created_at"),
    "a target": (MAKE, "To write it to the board, call `make flash`; it is built beforehand.", "make flash", "make upload"),
    "a script": (NPM, "Then look at it with `npm run preview` in the browser.", "run preview", "run serve"),
    "a port": (PROXY, "Each request goes to the application, which listens on port 9000 of the same machine.", "9000", "9090"),
    "a container": (QUEUE, "The main thread puts ten numbers into `tasks`.", "`tasks`", "`squares`"),
    "appended to": (QUEUE, "The worker appends each result to `squares`.", "`squares`", "`tasks`"),
    "a call": (WORDS, "The call of `get` returns zero for a new word.", "`get`", "`setdefault`"),
    "a call, and what is not needed": (WORDS, "The call of `get` returns zero, so that no question is asked.", "`get`", "`setdefault`"),
    "put, and no more": (QUEUE, "The loop puts ten numbers into `tasks`, and no more will come.", "`tasks`", "`squares`"),
    "ein Aufruf": (WORDS, "Der Aufruf von `get` liefert null für ein neues Wort.", "`get`", "`setdefault`"),
    "un appel": (WORDS, "L'appel de `get` donne zéro pour un mot nouveau.", "`get`", "`setdefault`"),
    "a bound": (LARGE, "The comprehension keeps every row that is greater than 5.", "5", "3"),
    "a default": (RETRY, "The function makes up to four attempts unless told otherwise.", "four", "five"),
    "par défaut": (RETRY, "Par défaut, la fonction fait 4 attempts.", "4", "3"),
}  # fmt: skip

RIGHT: dict[str, str] = {
    "an option that would help": f"{TRAIN}`--corpus` names the file and `--lot` the lot. With `--verbose` you would see more.",
    "an option of another program": f"{TRAIN}`--corpus` names the file, `--lot` the lot, `--seed` the seed. The option `--help` lists all.",
    "options that are not there": f"{TRAIN}There is no `--block` here; `--span`, `--lot`, `--corpus` and `--seed` are enough.",
    "a value of something else": f"{TRAIN}The option `--limit` of `head` sets how many are seen, 10 by default.",
    "a header that it replaces": f"{HTTP}Unlike `If-Modified-Since`, the tag knows of changes within a second.",
    "a header that may come": f"{HTTP}A server without tags would answer with `Last-Modified`.",
    "a file to be made": f"{MOUNT}Copy it to `backup.yaml` before you change it.",
    "a file of elsewhere": f"{MOUNT}The whole stack is described in `compose.yaml`.",
    "a column in another table": f"{QUERY}The table `users` has a column `created_at` as well; `kept` and `left_at` are of visits.",
    "an index": f"{QUERY}An index on `kept` alone would not help, and one on `visited_at` neither.",
    "a target with a variable": f"{MAKE}`make` alone builds all; `make clean`, `make -j4 all` and `make CC=clang` work too.",
    "a target to add": f"{MAKE}You could add a target of your own, so that `make upload` works.",
    "a script of npm": f"{NPM}Begin with `npm install`, then `npm run build`.",
    "a port that is taken": f"{PROXY}If port 9090 is taken, choose another. The proxy listens on port 443.",
    "a port of another service": f"{PROXY}The database listens on port 5432 as always.",
    "a container that takes": f"{QUEUE}The worker takes them out and puts the squares into a list.",
    "into a name of no receiver": f"{QUEUE}The loop puts numbers into `queue` after `queue`.",
    "a call that would do": f"{WORDS}The call of `setdefault` would do as well.",
    "a call instead": f"{WORDS}A call of `setdefault` is another way.",
    "a call with its arguments": f"{WORDS}The call to `split` without arguments takes any white space.",
    "a bound of the data": f"{LARGE}Two rows are greater than 5, and one is less than 3.",
    "a bound of a larger kind": f"{LARGE}A list that is longer than 100 is greater than 5 in any case.",
    "a default of another": f"{RETRY}The client library makes up to three attempts by default.",
    "attempts in a case": f"{RETRY}After three attempts the fourth is the last.",
    "a pause": f"{RETRY}It pauses for half a second unless told otherwise.",
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_a_name_that_the_listing_does_not_have_is_found(name: str) -> None:
    """The name of the listing raises nothing; another one in its place is found where it stands."""
    before, sentence, right, wrong = TWINS[name]
    text = before + sentence
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="4"), FACTS))] == []
    place = text.rindex(right)
    text = text[:place] + wrong + text[place + len(right) :]
    found = alarms(References().examine(chapter_of(text, number="4"), FACTS))
    assert [f.span.start < place + len(wrong) and place < f.span.end for f in found] == [True], [measure(f.summary) for f in found]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_a_name_that_need_not_be_in_the_listing_raises_no_alarm(text: str) -> None:
    """Names of other things, of plans and of what is not there are left alone."""
    assert [measure(f.summary) for f in alarms(References().examine(chapter_of(text, number="4"), FACTS))] == []
