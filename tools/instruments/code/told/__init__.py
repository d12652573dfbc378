"""What sentences say of expressions: each is asked of the chapter's own namespace at that point, and its answer is held against the words.

words.py    the words, in English, German and French
marks.py    a sentence with its pieces of code as marks
naming.py, phrases.py  the names of the code, and what "it", "the list", "both", "the second line" stand for
denials.py  "not", "nicht", "ne ... pas", and what they turn around
predicates.py, objects.py, arrangements.py  what is said: a value, an exception, a type, a length, a shape, an order ...
asked.py    the expression to ask for, where it is about something of a value
changes.py  what stays as it is or changes between two points of the run
clauses.py  of what it is said: subject, verb and object of each clause
facts.py    what is said of callables and classes: defaults, parameters, bases
relations.py, patterns.py  what is said of two pieces of code, or of the form of one
settings.py defaults that are written as settings, or told by an argument that is left out
asks.py     the questions to the run, with the points at which they are asked
holds.py    whether an answer bears a predicate out
verdicts.py all of that for a chapter and its run
"""
