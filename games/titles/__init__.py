"""One package per published title: pure rules, notation and wording facts."""
