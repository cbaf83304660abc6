import { expect, test } from "vitest";
import { readEvents } from "~/integrations/calendars/read-events";
import { generateCalendar } from "./generate-calendar";
import { runPython } from "./run-python";

const count = 10_000;
const seeds = Array.from({ length: count }, (_, index) => index + 1);
const from = Date.parse("2026-03-01T05:00:00Z");
const to = Date.parse("2026-12-01T05:00:00Z");

test(`${count} generated calendars have the same busy times in python3-recurring-ical-events`, {
  timeout: 1_200_000,
}, async () => {
  const texts = seeds.map(generateCalendar);
  const queries = texts.map((text) => ({ text, from: from / 1000, to: to / 1000 }));
  const theirs = await runPython("busy-intervals.py", queries);
  const differences = texts.flatMap((text, index) => {
    const ours = JSON.stringify(busy(text));
    const other = JSON.stringify(theirs[index]);
    return ours === other ? [] : [`seed ${seeds[index]}\n${text}ours   ${ours}\ntheirs ${other}`];
  });
  if (differences.length > 0) console.error(differences.slice(0, 10).join("\n\n"));
  expect(differences.length).toBe(0);
});

/** In seconds, merged. */
function busy(text: string): [number, number][] {
  const { busy, unread } = readEvents({ texts: [text], zone: "America/New_York", from, to, emails: [] });
  expect(unread).toEqual([]);
  const merged: [number, number][] = [];
  for (const { start, end } of busy.toSorted((one, other) => one.start - other.start)) {
    const span: [number, number] = [Math.max(start, from) / 1000, Math.min(end, to) / 1000];
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else if (span[1] > span[0]) merged.push(span);
  }
  return merged;
}
