"""The attack bench: hostile models, a hostile web and hostile inputs against whole runs, and a naive pipeline as the control.

payloads.py    what is planted: texts of our own by goal, and published ones where they are at hand
carriers.py    where it is planted: every carrier, as a document that a run reads
models.py      who obeys it: a captured, an adaptive, a lying and a sabotaging model, as servers on the real protocol
naive.py       the control: the same task without guards, which these attacks take over
world.py       one whole run against one model, one web and one set of inputs
invariants.py  what has to hold afterwards, on the program's side
classes.py     the classes of attacks, with the tests of each and its control; table.py draws the tables of docs/security.md
apart.py       many statements and one hostile page: the rest is judged as without it
benign.py      what the guard costs a chapter that nobody attacked

`python -m evals.attacks` runs them in pairs and writes RESULTS.md. All texts of our own are made up.
"""
