"""Reads calendars as JSON lines {"text", "from", "to"} and prints their busy intervals as lists of [start, end] in seconds."""

import datetime
import json
import sys

import icalendar
import pytz
import recurring_ical_events

OWNER = pytz.timezone("America/New_York")


def seconds(value):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = OWNER.localize(value)
    return int(value.timestamp())


def utc(at):
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc)


def busy(text, start, end):
    calendar = icalendar.Calendar.from_ical(text)
    # The parser drops properties that it can't read.
    for event in calendar.walk("VEVENT"):
        if event.errors:
            raise ValueError(event.errors)
    day = datetime.timedelta(days=2)
    spans = []
    for event in recurring_ical_events.of(calendar).between((utc(start) - day).date(), (utc(end) + day).date()):
        if event.get("TRANSP") == "TRANSPARENT" or event.get("STATUS") == "CANCELLED":
            continue
        begins = event["DTSTART"].dt
        ends = event["DTEND"].dt
        # A date without an end lasts one day (RFC 5545, 3.6.1). The library gives it no length.
        if ends == begins and not isinstance(begins, datetime.datetime):
            ends = begins + datetime.timedelta(days=1)
        span = [max(start, seconds(begins)), min(end, seconds(ends))]
        if span[1] > span[0]:
            spans.append(span)
    spans.sort()
    merged = []
    for span in spans:
        if merged and span[0] <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], span[1])
        else:
            merged.append(span)
    return merged


for line in sys.stdin:
    query = json.loads(line)
    try:
        answer = busy(query["text"], query["from"], query["to"])
    except Exception as error:
        answer = "%s: %s" % (type(error).__name__, error)
    print(json.dumps(answer))
