import { expect, test } from "vitest";
import { kindsWith, messageKinds, rulesOf } from "~/messages/message-kinds";

test("every kind of message has a name in words, and an unknown one doesn't show its raw kind", () => {
  const names = Object.entries(messageKinds).map(([kind, { label }]) => {
    expect(rulesOf(kind).label).toBe(label);
    expect(label).toMatch(/^[A-Z]/);
    expect(label).not.toBe(kind);
    return label;
  });
  expect(new Set(names).size).toBe(names.length);
  expect(rulesOf("kind-of-an-older-version").label).toBe("Other message");
});

test("the lists of kinds follow from the table", () => {
  expect(kindsWith(({ reminder }) => reminder)).toEqual(["reminder-day", "reminder-hours"]);
  expect(kindsWith(({ ofOutcome }) => ofOutcome)).toEqual(["missed-visit", "visit-completed"]);
  expect(kindsWith(({ statesTime }) => statesTime)).toEqual(["visit-confirmed", "visit-link", "visit-moved"]);
  // Only automated texts that a person asks for within seconds may go out at night and without consent.
  expect(kindsWith(({ immediate, to }) => immediate && to === "patient")).toEqual([
    "access-code",
    "help",
    "opt-in-confirmation",
    "opt-out-confirmation",
    "reply-answer",
  ]);
});
