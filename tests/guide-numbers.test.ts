import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";

const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");

/** The guide as one line, without its blocks of code. */
const guide = textOf("docs/guide.md")
  .replace(/```[\s\S]*?```/g, "")
  .replace(/\s+/g, " ");

/** A phrase of the guide with `#` for each number, the file that sets the numbers, and where they are in it. */
type Statement = [phrase: string, file: string, numbers: RegExp];

const undoMove: [string, RegExp] = ["app/visits/moves/pending-move.ts", /timeToUndoMove = (\d+) \* second/];
const retries: [string, RegExp] = [
  "app/webhooks/delivery/delivery-loop.server.ts",
  /retriedFor = (\d+) \* day/,
];
const adherence = "app/nights/adherence.ts";
const nextStep = "app/nights/next-step.ts";
const plan = "app/nights/plan.ts";

const statements: Statement[] = [
  ["(# is one business day,", "migrations/0092_visits.sql", /confirm_hours integer not null default (\d+)/],
  ["# AM to", "app/visits/confirmation-deadline.ts", /opens = "(\d\d:00)"/],
  ["# PM, Monday to Friday", "app/visits/confirmation-deadline.ts", /closes = "(\d\d:00)"/],
  ["therapists are notified after # seconds", ...undoMove],
  ["For # seconds, *Undo* moves", ...undoMove],
  [
    "reminded after #, #, and # days",
    "migrations/0035_company_profile.sql",
    /nudge_days text not null default '\[(\d+),(\d+),(\d+)\]'/,
  ],
  [
    "For # minutes, *Undo*",
    "app/orders/call-tasks/record-call.server.ts",
    /timeToUndoCall = (\d+) \* minute/,
  ],
  ["to # of these patients", "app/offers/run-waves.server.ts", /waveSize = (\d+)/],
  ["# more after", "app/offers/run-waves.server.ts", /waveSize = (\d+)/],
  [
    "after # minutes. Urgent",
    "migrations/0040_offers.sql",
    /offer_wave_minutes integer not null default (\d+)/,
  ],
  [
    "is at least # hours away",
    "migrations/0035_company_profile.sql",
    /offer_cutoff_hours integer not null default (\d+)/,
  ],
  ["(# days unless they choose", "app/offers/waits/waits.server.ts", /usualWait = (\d+);/],
  ["at most #) and whether", "app/offers/waits/waits.server.ts", /longestWait = (\d+);/],
  ["a visit within # weeks", "app/offers/waits/what-would-help.ts", /helpWeeks = (\d+);/],
  ["*Ended in the last # days*", "app/offers/waits/page-of-waiting.server.ts", /endedFor = (\d+) \* day/],
  ["button # minutes before", "app/schedule/joining/day-of-visit.ts", /joinBefore = (\d+) \* minute/],
  ["From # hours before the visit", "app/schedule/joining/day-of-visit.ts", /lateBefore = (\d+) \* hour/],
  [
    "these buttons # times an hour",
    "app/visits/late/change-day-marks.server.ts",
    /"day-mark-of-order", points: (\d+), seconds: 3600/,
  ],
  [
    "visits # times an hour",
    "app/visits/limit-visit-changes.server.ts",
    /"visit-change-of-order", points: (\d+), seconds: 3600/,
  ],
  [
    "texts on # times a day",
    "app/messages/consent/switch-texts.server.ts",
    /"texts-on-of-order", points: (\d+), seconds: 24 \* 3600/,
  ],
  [
    "and # to # minutes in the",
    "app/visits/late/late-schema.ts",
    /therapistLateChoices = \[(\d+),.* (\d+)\] as const/,
  ],
  ["To change up to # visits", "app/dashboard/calendars/load-worklist.server.ts", /mostSelected = (\d+)/],
  ["not before # PM on the expected", "app/equipment/equipment.ts", /deliveredBy = "(\d\d:00)"/],
  ["counts for # hours", "app/visits/reminder-replies/list-reminded.server.ts", /replyTime = (\d+) \* hour/],
  ["by video of # minutes", "app/core/visit-length.ts", /visitLength = (\d+) \* minute/],
  ["of the next # days", "app/availability/list-kind-warnings.server.ts", /daysChecked = (\d+)/],
  ["at least # hours a night", adherence, /nightCounts = (\d+) \* 60/],
  ["nights of # consecutive days", adherence, /windowNights = (\d+)/],
  ["days, that is #,", adherence, /nightsToCount = (\d+)/],
  ["the numbers of the last # days", adherence, /windowNights = (\d+)/],
  ["| # nights end soon | the nearest", adherence, /windowNights = (\d+)/],
  ["the nearest # nights", adherence, /windowNights = (\d+)/],
  ["late for every # nights", adherence, /windowNights = (\d+)/],
  ["counts for its # days", adherence, /windowNights = (\d+)/],
  [
    "check-ins on days #, #, #, and #, calls",
    plan,
    /(\d+), "check_in"[^[]*?(\d+), "check_in"[^[]*?(\d+), "check_in"[^[]*?(\d+), "check_in"/,
  ],
  ["calls on days # and #,", plan, /(\d+), "call"[^[]*?(\d+), "call"/],
  ["the re-evaluation on day #.", plan, /(\d+), "visit"/],
  ["A text or an email at # AM", plan, /askAt .* clockTime\(date, (\d+), zone\)/],
  ["Calls are listed at # AM", "app/orders/call-tasks/record-call.server.ts", /instantOf\(date, "(\d\d:00)"/],
  ["call of the next # days", "app/check-ins/answer-check-in.server.ts", /near = (\d+) \* day/],
  ["more than # days late", "app/check-ins/run-plans.server.ts", /latest = (\d+) \* day/],
  ["night, up to # rows", "app/night-files/read-nights.server.ts", /mostRows = ([\d_]+)/],
  ["up to # nights per call", "app/nights/api/usage.ts", /atMost = (\d+)/],
  ["No use for # nights |", nextStep, /quietNights = (\d+)/],
  ["on the last # nights", nextStep, /quietNights = (\d+)/],
  ["no value for # nights", nextStep, /quietNights = (\d+)/],
  ["reading in the last # days", nextStep, /readingNights = (\d+)/],
  ["end within # days", nextStep, /soon = (\d+)/],
  ["and at least # are needed", nextStep, /manyNeeded = (\d+)/],
  ["more than # minutes ago", "app/accounts/passkeys/prove-identity.server.ts", /recent = (\d+) \* minute/],
  ["lasts at most # hours", "app/accounts/sessions.server.ts", /staffLife = (\d+) \* hour/],
  [
    "up to # minutes to confirm an email",
    "app/integrations/email/smtp.server.ts",
    /longestSilence = (\d+) \* minute/,
  ],
  ["then holds # characters instead", "app/core/sms-segments.ts", /"UCS-2", (\d+), \d+\)/],
  ["instead of #.", "app/core/sms-segments.ts", /"GSM-7", (\d+), \d+\)/],
  [
    "changed in the last # days",
    "app/orders/order-system/restart-sync.server.ts",
    /firstSyncSpan = (\d+) \* day/,
  ],
  ["up to # orders per call", "app/orders/api/orders.ts", /atMost = (\d+)/],
  ["order system is down, Firstnight tries again for # days", ...retries],
  ["other system is down, Firstnight tries again for # days", ...retries],
  ["works for another # hours", "app/webhooks/endpoints.server.ts", /overlap = (\d+) \* hour/],
  [
    "calendar every # minutes",
    "app/therapists/calendars/connected-calendars.server.ts",
    /readEvery = (\d+) \* minute/,
  ],
  [
    "can have at most # MB",
    "app/integrations/calendars/read-busy-times.worker.server.ts",
    /maxBytes = (\d+)e6/,
  ],
  ["keeps the newest #.", "app/core/settings/backup.server.ts", /BACKUP_KEEP: whole\((\d+),/],
];

/** Quantities that follow from a law, from the product's own words, or from several constants. */
const notConstants = [
  /all therapists side by side for one day/g,
  /one business day/g,
  /one day after the last reminder/g,
  /can start within two hours/g,
  /the half hour before quiet hours/g,
  /48 hours/g,
  /90 (?:nights|days)/g,
  /0 minutes on the last/g,
  /five replies/g,
];

const words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The ways to write a number: 3 and "three", 250000 and "250,000", "17:00" and 5. */
function written(number: string): string[] {
  const hour = /^(\d\d):00$/.exec(number)?.[1];
  const value = hour === undefined ? Number(number.replaceAll("_", "")) : ((Number(hour) + 11) % 12) + 1;
  return [value.toLocaleString("en-US"), words[value - 1] ?? []].flat();
}

/** The phrase as the guide must have it; undefined if it doesn't. */
function foundIn([phrase, file, numbers]: Statement): string | undefined {
  const [, ...values] = numbers.exec(textOf(file)) ?? [];
  const ways = values.reduce<string[]>(
    (phrases, value) => phrases.flatMap((made) => written(value).map((way) => made.replace("#", way))),
    [phrase],
  );
  return values.length > 0 ? ways.find((way) => guide.includes(way)) : undefined;
}

test("docs/guide.md states the same numbers as the code", () => {
  const wrong = statements.filter((statement) => foundIn(statement) === undefined);
  expect(wrong.map(([phrase, file]) => `${phrase} (${file})`)).toEqual([]);
});

test("every number of minutes, hours, days, or things in docs/guide.md is compared with the code", () => {
  const units =
    "seconds?|minutes?|hours?|days|weeks?|visits|orders|replies|rows|nights?|characters|MB|times|AM|PM";
  const quantities = new RegExp(
    `\\b(?:\\d[\\d,]*|half|${words.join("|")}) (?:business day|${units})\\b`,
    "g",
  );
  const stated = statements.flatMap((statement) => foundIn(statement) ?? []);
  const compared = [
    ...stated.map((phrase) => [guide.indexOf(phrase), phrase.length] as const),
    ...notConstants.flatMap((phrase) =>
      [...guide.matchAll(phrase)].map(({ index, 0: found }) => [index, found.length] as const),
    ),
  ].map(([from, length]) => [from, from + length] as const);
  const missing = [...guide.matchAll(quantities)].filter(
    ({ index, 0: { length } }) => !compared.some(([from, to]) => from <= index && index + length <= to),
  );
  expect(missing.map(({ index }) => guide.slice(Math.max(0, index - 40), index + 30))).toEqual([]);
});
