"""The tools of an inquiry: what an act does, and what it brings, each done once and kept.

perform.py      any act, as an effect of the run
searching.py    the providers of the run's setting
opening.py      a handle, through the door and the extractors, and what leads on from it
inspecting.py   the source of a name in the installed packages
history.py      the releases in which a name changed, with the lines of both
running.py      probes and programs, as wishes that the experiments' stage grants
naming.py       what was opened, under the names that registries have for it
standing.py     how many sources stand behind what is quoted
reading.py      what a text says of statements, by words that stand in it
"""
