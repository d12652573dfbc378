"""The model's roles: what each sees, does and gives, how its words are asked for, and how they are checked.

`table` says who sees and does what; the other modules are one role each. A role turns records into a request and an answer into
records; what in an answer does not hold (a quotation that is not there, a label that nobody gave) is refused here and counted.
"""
