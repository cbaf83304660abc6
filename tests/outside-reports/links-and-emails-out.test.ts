import { describe, expect, test } from "vitest";
import { linkCodeIn, withoutSurroundings } from "~/core/link-code";
import { minute } from "~/core/time";
import { smtpEmail } from "~/integrations/email/smtp.server";
import { htmlOf } from "~/messages/email/mail-html";
import { type CalendarMethod, calendarInvitation } from "~/visits/notices/calendar-invitation.server";
import type { Visit } from "~/visits/visit";
import { atEnd } from "../support/cleanup";
import { invitationOf, propertyOf, startMailServer } from "../support/mail-server";

const start = Date.parse("2026-05-12T14:00:00Z");
const address = "visits@clinic.example";

test.each([
  ["mozilla/bleach#49", "k7m2p9q4r6)."],
  ["mozilla/bleach#30", "k7m2p9q4r6,"],
  ["nfrasser/linkifyjs#81", "k7m2p9q4r6)"],
  ["johno/ember-linkify#22", "k7m2p9q4r6."],
  ["element-hq/element-x-android#4208", "k7m2p9q4r6!"],
  ["element-hq/element-x-android#4214", "k7m2p9q4r6”"],
  ["quotient-im/Quaternion#189", '"k7m2p9q4r6"'],
  ["django/django#216", "k7m2p9q4r6.)"],
  ["idno/idno#1399", "k7m2p9q4r6?;"],
  ["globau/logbot#15", "(k7m2p9q4r6)!"],
  ["dueapp/Due-macOS#167", "K7M2P9Q4R6."],
])("%s: a link that ends in %s opens", (_, part) => {
  expect(linkCodeIn(part)).toBe("k7m2p9q4r6");
  expect(withoutSurroundings(part).toLowerCase()).toBe("k7m2p9q4r6");
});

interface Written {
  method?: CalendarMethod;
  description?: string;
  location?: string;
  attendee?: string;
  organizer?: string;
  sequence?: number;
}

function entry({ method = "REQUEST", description = "See you.", ...rest }: Written = {}): string {
  const {
    location = "https://meet.example/a",
    attendee = "Ann Lee",
    organizer = "Clinic",
    sequence = 0,
  } = rest;
  const at = { start_at: start, end_at: start + 45 * minute };
  const visit = { ...at, status: "confirmed", meeting_link: location } as Visit;
  return calendarInvitation(
    { address, name: organizer },
    {
      method,
      visit,
      description,
      alarms: false,
      now: start,
      entry: { uid: "visit-1@clinic.example", sequence },
      attendee: { name: attendee, email: "ann@mail.example" },
    },
  );
}

const linesOf = (text: string) => text.split("\r\n");

describe("reports about calendar entries", () => {
  test.each([
    "techsoc/techsoc.github.io#1",
    "moadim-io/daemon#180",
    "andrewbrereton/obsidian-to-ical-plugin#63",
  ])("%s: no line has more than 75 bytes", () => {
    const text = entry({ description: "Una descripción muy larga, ".repeat(30), attendee: "ñ".repeat(80) });
    expect(linesOf(text).filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  });

  test.each(["ical4j/ical4j#68", "libical/libical#427", "sebbo2002/ical-generator#221"])(
    "%s: no fold splits an emoji",
    () => {
      for (let before = 50; before < 80; before++) {
        const description = "x".repeat(before) + "📞".repeat(40);
        const text = entry({ description });
        const bytes = Buffer.from(text).toString();
        expect(bytes).not.toContain("\ufffd");
        expect(linesOf(text).filter((line) => /^[\udc00-\udfff]| [\udc00-\udfff]/.test(line))).toEqual([]);
        expect(propertyOf(text, "DESCRIPTION")).toBe(description);
      }
    },
  );

  test("sebbo2002/ical-generator#56: a long description in Chinese is whole after unfolding", () => {
    const description = "百色田东北平果隆安东南宁".repeat(20);
    expect(propertyOf(entry({ description }), "DESCRIPTION")).toBe(description);
  });

  test("markuspoerschke/iCal#145: a line break in the description is written as \\n", () => {
    expect(propertyOf(entry({ description: "One\nTwo" }), "DESCRIPTION")).toBe("One\\nTwo");
  });

  test("lfos/calcurse#267: commas, semicolons, and backslashes are escaped in text", () => {
    expect(propertyOf(entry({ description: "a, b; c\\d" }), "DESCRIPTION")).toBe("a\\, b\\; c\\\\d");
  });

  test("spatie/calendar-links#239: the last line ends, and no control character is in a name", () => {
    const text = entry({ attendee: "Ann\u0007 Lee" });
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for them
    expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/);
  });

  test.each(["sebbo2002/ical-generator#534", "SergeyMosin/Appointments#647", "PHPMailer/PHPMailer#175"])(
    "%s: an invitation asks its attendee for a response",
    () => {
      const text = entry();
      expect(propertyOf(text, "METHOD")).toBe("REQUEST");
      expect(propertyOf(text, "ORGANIZER")).toContain(`mailto:${address}`);
      expect(propertyOf(text, "ATTENDEE")).toMatch(/RSVP=TRUE.*mailto:ann@mail\.example/i);
    },
  );

  test("MadeiraData/sql-clr-ics#11: a cancellation has the invitation's UID and organizer and a higher sequence", () => {
    const [sent, canceled] = [entry(), entry({ method: "CANCEL", sequence: 1 })];
    for (const name of ["UID", "ORGANIZER", "DTSTART"]) {
      expect(propertyOf(canceled, name)).toBe(propertyOf(sent, name));
    }
    expect([propertyOf(canceled, "METHOD"), propertyOf(canceled, "STATUS")]).toEqual(["CANCEL", "CANCELLED"]);
    expect(Number(propertyOf(canceled, "SEQUENCE"))).toBeGreaterThan(Number(propertyOf(sent, "SEQUENCE")));
  });

  test("ical-org/ical.net#106: an entry after clocks change is at the same instant", () => {
    expect(propertyOf(entry(), "DTSTART")).toBe("20260512T140000Z");
    expect(entry()).not.toContain("TZID");
  });
});

interface Mail {
  from?: string;
  subject?: string;
  text?: string;
  method?: "REQUEST" | "CANCEL";
}

/** Sends an email over SMTP and returns it as it arrived. */
async function sent({ from = "Clinic", subject = "Visit", text = "Hello", method }: Mail) {
  const server = await startMailServer();
  const host = { host: "127.0.0.1", port: server.port, secure: false, clearText: true, auth: null };
  const provider = await smtpEmail(host, `"${from}" <${address}>`);
  atEnd(() => provider.close());
  await provider.send({
    to: "ann@mail.example",
    subject,
    text,
    html: htmlOf(subject, text, "en"),
    messageId: "<outbox-1@clinic.example>",
    calendar: method ? { method, text: entry({ method }) } : null,
  });
  const [email] = server.arrived;
  if (!email) throw new Error("nothing arrived");
  const [head = ""] = email.raw.split("\r\n\r\n");
  return { email, head };
}

describe("reports about emails", () => {
  test.each([
    ["datawookie/emayili#125", "Zoë’s Sleep", "Visit"],
    ["EC-Nordbund/denomailer#36", "Önsen Stärebrü", "Köttbullar recipe"],
    ["nodemailer/nodemailer#181", "Clinic", "[Example] 中文标题"],
    ["nodemailer/nodemailer#338", "Clinic", "Partir Aux Amériques"],
    ["nodemailer/nodemailer#888", "Clinic", "Alerte de sécurité critique"],
    ["muquit/mailsend#3", "Clínica", "Su visita está confirmada"],
    ["Wh1isper/mcp-email-server#192", "刘滨瑞", "Visit"],
    ["dust-tt/dust#28587", "José “Pepe” Núñez", "Visit"],
    ["zou-yu/worker-mailer#24", "Martha Müller", "Test Subject"],
    ["gptme/gptme-contrib#101", "Clinic", "Test med svenska tecken: åäö och ÅÄÖ"],
    ["opengovsg/FormSG#1782", "Acme Sleep, Inc.", "Visit"],
  ])("%s: from %s, about %s", async (_, from, subject) => {
    const { email, head } = await sent({ from, subject });
    expect(email.from).toMatchObject({ name: from, address });
    expect(email.subject).toBe(subject);
    expect(head).toMatch(/^[\r\n\t\x20-\x7e]*$/);
    expect(head).toContain(`<${address}>`);
  });

  test.each(["sendgrid/sendgrid-nodejs#1313", "spatie/icalendar-generator#143", "O365/python-o365#1114"])(
    "%s: the invitation is a part of the message with its method and UTF-8",
    async () => {
      const { email } = await sent({ method: "REQUEST" });
      expect(email.raw).toMatch(/content-type: text\/calendar;[^\r\n]*(?:\r\n[ \t][^\r\n]*)*charset=utf-8/i);
      expect(email.raw).toMatch(/content-type: multipart\/alternative/i);
      expect(invitationOf(email).method).toBe("REQUEST");
    },
  );

  test.each([
    ["maevsi/vibetype#2368", "REQUEST"],
    ["espocrm/espocrm#3705", "CANCEL"],
  ] as const)("%s: the method of the part is the method in the calendar (%s)", async (_, method) => {
    const { email } = await sent({ method });
    const { part, file, method: ofPart } = invitationOf(email);
    expect([ofPart, propertyOf(part, "METHOD"), propertyOf(file, "METHOD")]).toEqual([
      method,
      method,
      method,
    ]);
  });
});
