"""Reads texts as JSON lines and prints each as E.164 if it can be a number in the US numbering plan, or null.

The text "examples" prints Google's own example numbers instead, each in its region's and in the international format.
"""

import json
import re
import sys

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType


def e164(text):
    try:
        number = phonenumbers.parse(text, "US")
    except phonenumbers.NumberParseException:
        return None
    if number.country_code != 1 or not phonenumbers.is_possible_number(number):
        return None
    written = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return written if re.fullmatch(r"\+1[2-9]\d\d[2-9]\d{6}", written) else None


def examples():
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for kind in PhoneNumberType.values():
            number = phonenumbers.example_number_for_type(region, kind)
            if number is not None:
                yield phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
                yield phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
                yield phonenumbers.format_number(number, PhoneNumberFormat.RFC3966)


for line in sys.stdin:
    query = json.loads(line)
    print(json.dumps([[text, e164(text)] for text in examples()] if query == "examples" else e164(query)))
