"""The program that runs the code of a text inside the sandbox, in modules that `script` joins to one text."""
