"""Accounts that know one another: who follows and blocks whom, and who challenges whom."""
