"""Reads emails as JSON lines {"raw"} and prints what Python's email and icalendar find in each."""

import email
import email.policy
import json
import sys

import icalendar


def entry(text):
    calendar = icalendar.Calendar.from_ical(text)
    (event,) = calendar.walk("VEVENT")
    written = lambda name: str(event[name]) if name in event else None
    return {
        "method": str(calendar["METHOD"]),
        "uid": written("UID"),
        "start": event["DTSTART"].dt.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "location": written("LOCATION"),
        "description": written("DESCRIPTION"),
        "attendee": event["ATTENDEE"].params["CN"] if "ATTENDEE" in event else None,
    }


def parts(raw):
    message = email.message_from_bytes(raw.encode(), policy=email.policy.default)
    body = lambda kind: message.get_body((kind,)).get_content().replace("\r\n", "\n").rstrip("\n")
    people = lambda name: [[one.display_name, one.addr_spec] for one in message[name].addresses] if message[name] else []
    calendars = [part for part in message.walk() if part.get_content_type() in ("text/calendar", "application/ics")]
    return {
        "subject": message["Subject"],
        "from": people("From"),
        "to": people("To"),
        "replyTo": people("Reply-To"),
        "text": body("plain"),
        "html": body("html"),
        "methods": [part.get_param("method") for part in calendars if part.get_content_type() == "text/calendar"],
        "entries": [entry(part.get_payload(decode=True)) for part in calendars],
    }


for line in sys.stdin:
    print(json.dumps(parts(json.loads(line)["raw"])))
