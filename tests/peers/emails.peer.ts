import { expect, test } from "vitest";
import { iso, minute } from "~/core/time";
import type { EmailProvider, OutgoingEmail } from "~/integrations/email/email-provider";
import { smtpEmail } from "~/integrations/email/smtp.server";
import { htmlOf } from "~/messages/email/mail-html";
import { calendarInvitation } from "~/visits/notices/calendar-invitation.server";
import type { Visit } from "~/visits/visit";
import { atEnd } from "../support/cleanup";
import { type Arrived, startMailServer } from "../support/mail-server";
import { randomFrom } from "./random";
import { runPython } from "./run-python";

const count = 500;
const start = Date.parse("2026-05-12T14:00:00Z");

const phrases = [
  "Your visit is confirmed.",
  "Su visita está confirmada: ¡hasta el martes!",
  ".",
  ". A line that begins with a dot",
  "From here on, call us.",
  "=3D and =20 stay as they are",
  "東京 🚑 ñandú",
  "a".repeat(1200),
  "tab\there",
  "--",
  "https://clinic.example/schedule/abc?x=1&y=2",
  "<b>not bold</b> & more",
  "  two spaces before",
  "'quoted' \"twice\"",
];
const names = [
  "Ann Lee",
  "José Núñez",
  "O'Brien, Tom",
  'Mary "May" Poe',
  "李小龙",
  "Zoë; D’Arcy",
  "A".repeat(90),
];
const places = ["https://meet.example/a?b=1&c=2", "https://meet.example/room,1;2", null];

/** An email, and its content in the form in which the Python program prints it. */
function generateEmail(seed: number) {
  const { oneOf, below, chance } = randomFrom(seed);
  const lines = Array.from({ length: 1 + below(8) }, () => oneOf(phrases));
  const text = lines.join(oneOf(["\n", "\n\n"]));
  const subject = `${oneOf(["Visit confirmed", "Visita confirmada: mañana", "予約 🚑", "A long subject with many words ".repeat(6)])} ${seed}`;
  const from = oneOf(names).replaceAll('"', "");
  const company = `visits${below(3)}@clinic.example`;
  const to = oneOf(["ann@mail.example", "o'neil+cpap@mail.example", "first.last@sub.mail.example"]);
  const replyTo = chance(0.5) ? "office@company.example" : undefined;
  const at = start + below(5000) * 15 * minute;
  const attendee = oneOf(names);
  const visit = {
    start_at: at,
    end_at: at + 45 * minute,
    status: "confirmed",
    meeting_link: oneOf(places),
  } as Visit;
  const method = oneOf(["REQUEST", "CANCEL"] as const);
  const uid = `visit-${seed}@clinic.example`;
  const invitation = calendarInvitation(
    { address: company, name: from },
    {
      method,
      visit,
      description: text,
      alarms: chance(0.5),
      now: start,
      entry: { uid, sequence: below(4) },
      attendee: { name: attendee, email: to },
    },
  );
  const email: OutgoingEmail = {
    to,
    replyTo,
    subject,
    text,
    html: htmlOf(subject, text, oneOf(["en", "es"])),
    messageId: `<outbox-${seed}@clinic.example>`,
    calendar: chance(0.6) ? { method, text: invitation } : null,
  };
  const isCanceled = method === "CANCEL";
  const entry = {
    method,
    uid,
    start: iso(at),
    location: isCanceled ? "Video visit" : (visit.meeting_link ?? "Video visit"),
    description: isCanceled ? null : text,
    attendee: attendee.replaceAll('"', " ").trim(),
  };
  const said = {
    subject,
    from: [[from, company]],
    to: [["", to]],
    replyTo: replyTo ? [["", replyTo]] : [],
    text: text.trimEnd(),
    html: email.html.trimEnd(),
    methods: email.calendar ? [method] : [],
    // As a part of the message, and as a file.
    entries: email.calendar ? [entry, entry] : [],
  };
  return { email, from: `"${from}" <${company}>`, said };
}

test(`${count} generated emails say the same in Python's email and icalendar, in postal-mime, and here`, async () => {
  const server = await startMailServer();
  const host = { host: "127.0.0.1", port: server.port, secure: false, clearText: true, auth: null };
  const senders = new Map<string, EmailProvider>();
  atEnd(() => {
    for (const provider of senders.values()) provider.close();
  });
  const said: Said[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const { from, email, said: one } = generateEmail(seed);
    const provider = senders.get(from) ?? (await smtpEmail(host, from));
    senders.set(from, provider);
    await provider.send(email);
    said.push(one);
  }
  const theirs = await runPython(
    "emails.py",
    server.arrived.map(({ raw }) => ({ raw })),
  );
  expect(theirs.length).toBe(count);
  for (const [index, one] of said.entries()) {
    expect(theirs[index]).toEqual(one);
    expect(inPostalMime(server.arrived[index] as Arrived)).toEqual(withoutCalendar(one));
  }
});

type Said = ReturnType<typeof generateEmail>["said"];

const lines = (text = "") => text.replaceAll("\r\n", "\n").trimEnd();

const withoutCalendar = ({ methods, entries, ...rest }: Said) => rest;

function inPostalMime(email: Arrived) {
  const people = (list: Arrived["to"]) => (list ?? []).map(({ name, address }) => [name, address]);
  return {
    subject: email.subject,
    from: people(email.from && [email.from]),
    to: people(email.to),
    replyTo: people(email.replyTo),
    text: lines(email.text),
    html: lines(email.html),
  };
}
