"""What the frameworks themselves leave undefined.

APART are functions that no random program calls, and why. RULES are programs whose
answer is not compared: the framework, a pattern of the program's text, and why. A rule
names what makes the answer open, never a whole function.
"""
import re

APART = {
    "from_numpy": "takes arrays of another package",
    "config.update": "a setting, which every program of JAX in x64 makes",
    "set_default_dtype": "a setting; programs of gen_frontend_programs.py make it",
}

RULES = []


def reason(framework, text, answer):
    """Why a program's answer is open, "" if it is not."""
    for of, pattern, why in RULES:
        if framework in of.split() and re.search(pattern, text):
            return why
    return ""
