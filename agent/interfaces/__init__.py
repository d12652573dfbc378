"""How a run is started; each interface turns what its user says into settings, and errors into what its user reads."""
