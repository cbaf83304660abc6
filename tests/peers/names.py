"""Reads full names as JSON lines and prints the given name and the family name by python3-nameparser."""

import json
import sys

from nameparser import HumanName

for line in sys.stdin:
    name = HumanName(json.loads(line))
    print(json.dumps({"given": name.first, "family": name.last}))
