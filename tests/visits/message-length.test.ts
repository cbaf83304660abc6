import { expect, test } from "vitest";
import { messageStrings } from "~/messages/strings";
import { codeText } from "~/orders/notices";
import { linksOf } from "~/visits/find-people.server";
import {
  cancelledNotice,
  completedNotice,
  confirmedNotice,
  movedNotice,
  newLinkNotice,
  reminderNotice,
  submittedNotice,
} from "~/visits/notices";
import { visitText } from "~/visits/patient-messages";
import type { Visit } from "~/visits/visit";
import { smsSegments } from "../support/sms-segments";

const company = { name: "Acme Sleep", phone: "+19195550123", support_hours: null };
const links = linksOf(
  { config: { publicUrl: "https://visits.acmesleep.com" } } as Parameters<typeof linksOf>[0],
  "abcdefghijkmnpqrstuv",
);
const visit: Visit = {
  id: 1,
  order_id: 1,
  therapist_id: 1,
  therapist: "Dana Reyes",
  timezone: "EST",
  patient_zone: "America/Chicago",
  region: "NC",
  start_at: Date.parse("2026-12-30T18:30:00Z"),
  end_at: Date.parse("2026-12-30T19:15:00Z"),
  status: "submitted",
  visit_type: "Setup",
  meeting_link: "https://us02web.zoom.us/j/87654321098?pwd=Q2xpbmljVmlzaXQxMjM0NT",
  version: 1,
  patient_name: null,
  patient_id: 1,
  brightree_db: "QHMS",
  sales_order_no: null,
  company: company.name,
  submitted_at: null,
  confirmed_at: null,
};
const textOf = (notice: Parameters<typeof visitText>[0]) =>
  visitText(notice, { name: "Ruth Lee", company, links, closedHours: null }).body;

const texts = {
  submitted: textOf(submittedNotice(visit)),
  confirmed: textOf(confirmedNotice(visit)),
  "new link": textOf(newLinkNotice(visit)),
  moved: textOf(movedNotice(visit)),
  "moved and confirmed": textOf(movedNotice({ ...visit, status: "confirmed" })),
  canceled: textOf(cancelledNotice(visit)),
  completed: textOf(completedNotice(visit, "https://g.page/r/CdanaReyesAcmeSleep/review")),
  reminder: textOf(reminderNotice(visit, "reminder-day")),
};

test.each(Object.entries(texts))("the text of a visit that is %s fits into one SMS", async (name, text) => {
  const { alphabet, length, segments } = smsSegments(text);
  expect({ name, alphabet, segments, length, text }).toMatchObject({ alphabet: "GSM-7", segments: 1 });
});

test.each(Object.entries(texts))("the text of a visit that is %s names the company", (_, text) => {
  expect(text).toMatch(/^Acme Sleep: /);
});

const { completed: _, ...timed } = texts;
test.each(Object.entries(timed))("the text of a visit that is %s names the hour with its zone", (_, text) => {
  expect(text).toContain("Wed, Dec 30, 12:30 PM CST");
});

test("a text names the phone number where it fits into the same SMS", () => {
  expect(texts.completed).toMatch(/ Call \(919\) 555-0123$/);
  expect(texts.submitted).not.toContain("555-0123");
});

test("the request for consent fits into one SMS", () => {
  expect(smsSegments(messageStrings.consentRequest(company.name))).toMatchObject({ segments: 1 });
});

test("the text with an access code and three links fits into two SMS", async ({ annotate }) => {
  const { body } = codeText("+19195550111", {
    ...{ orderId: 1, name: "Ruth Lee", company, code: "123456", days: 30, hasVisit: false },
    ...{ scheduleUrl: links.schedule, trackUrl: links.track, loginUrl: "https://visits.acmesleep.com/login" },
  });
  for (const text of [...Object.values(texts), body]) {
    const { length, segments } = smsSegments(text);
    await annotate(`${segments} × SMS, ${length} characters: ${text}`);
  }
  expect(smsSegments(body)).toMatchObject({ alphabet: "GSM-7", segments: 2 });
});
