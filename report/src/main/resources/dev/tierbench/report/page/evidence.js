// evidence
