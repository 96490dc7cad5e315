"""From a report's text to suggestions: tokens, sections, gazetteers, rules, features, the CRF, and the pipeline."""
