"""Surrogates: what takes the place of what was marked: names, places, dates, numbers and what else is drawn."""
