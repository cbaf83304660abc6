import { describe, expect, test } from "vitest";
import { strings as companyStrings } from "~/company/strings";
import { inLanguage } from "~/core/language/language-scope.server";
import { type Language, languageCodes } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import { day, hour } from "~/core/time";
import { patientStrings } from "~/messages/strings";
import { offerText } from "~/offers/offer-message.server";
import { codeText } from "~/orders/access/code-notices";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import { strings as orderStrings } from "~/orders/strings";
import { therapistLateNotice } from "~/visits/late/notify-of-late-therapist.server";
import { visitText } from "~/visits/notices/patient-messages";
import {
  cancelledNotice,
  completedNotice,
  confirmedNotice,
  movedNotice,
  newLinkNotice,
  reminderNotice,
  submittedNotice,
  type VisitNotice,
} from "~/visits/notices/visit-notices";
import { anotherTime, thanks, whichVisit } from "~/visits/reminder-replies/send-answer.server";
import type { Visit } from "~/visits/visit";
import { smsSegments } from "../support/sms-segments";

const company = { name: "Acme Sleep", phone: "+19195550123", support_hours: null };
const links = patientPageAddresses(
  { config: { publicUrl: "https://visits.acmesleep.com" } } as Parameters<typeof patientPageAddresses>[0],
  "abcdefghijkmnpqrstuv",
);
const visit: Visit = {
  id: 1,
  order_id: 1,
  therapist_id: 1,
  class_id: null,
  therapist: "Dana Reyes",
  timezone: "EST",
  patient_zone: "America/Chicago",
  visit_zone: null,
  other_zone: null,
  region: "NC",
  start_at: Date.parse("2026-12-30T18:30:00Z"),
  end_at: Date.parse("2026-12-30T19:15:00Z"),
  status: "submitted",
  visit_type: "Setup",
  makes_link: false,
  kind_note: null,
  shown_type: "Setup",
  meeting_link: "https://us02web.zoom.us/j/87654321098?pwd=Q2xpbmljVmlzaXQxMjM0NT",
  version: 1,
  patient_name: null,
  patient_id: 1,
  brightree_db: "QHMS",
  sales_order_no: null,
  company: company.name,
  submitted_at: null,
  confirmed_at: null,
  confirm_by: Date.parse("2026-12-29T22:00:00Z"),
  patient_confirmed_at: null,
  patient_confirmed: false,
  change_asked: false,
  change_asked_at: null,
  equipment_missing_at: null,
  language: "en",
  interpreter: null,
  interpreter_arranged: false,
  interpreter_note: null,
  completed_at: null,
  no_show_at: null,
  cancelled_at: null,
  no_show_reason: null,
  cancel_reason: null,
  late_minutes: null,
  call_me: false,
  therapist_late_minutes: null,
  therapist_late_at: null,
  therapist_late_sent: null,
  kind_id: 1,
  kind: "Setup by video",
  kind_es: "Configuración por video",
  mode: "video",
  isUsual: true,
  handsOver: false,
  buffer_before: 0,
  buffer_after: 0,
  place_id: null,
  place: null,
  ready: null,
  zip: null,
};
const textOf = (notice: Parameters<typeof visitText>[0]) =>
  visitText(notice, { name: "Ruth Lee", company, links, closedHours: null, hasOwnReadyList: false }).body;

const textsIn = (language: Language) =>
  inLanguage({ language }, () => ({
    submitted: textOf(submittedNotice(visit)),
    confirmed: textOf(confirmedNotice(visit)),
    "new link": textOf(newLinkNotice(visit)),
    moved: textOf(movedNotice(visit)),
    "moved and confirmed": textOf(movedNotice({ ...visit, status: "confirmed" })),
    canceled: textOf(cancelledNotice(visit)),
    completed: textOf(completedNotice(visit, "https://g.page/r/CdanaReyesAcmeSleep/review")),
    reminder: textOf(reminderNotice(visit, "reminder-hours")),
    "reminder that asks for a reply": textOf(asking(reminderNotice(visit, "reminder-day"))),
    "earlier time": offerText({
      visit,
      offered: visit,
      company: recipient(null).patient.company,
      href: links.schedule,
    }).body,
    "time for a patient without a visit": offerText({
      visit: null,
      offered: visit,
      company: recipient(null).patient.company,
      href: links.schedule,
    }).body,
    "reply OK": `Acme Sleep: ${thanks({ ...visit, status: "confirmed" }, recipient(null)).body}`,
    "reply CHANGE": `Acme Sleep: ${anotherTime(visit, recipient(null))?.body}`,
    "reply CHANGE, closed": `Acme Sleep: ${anotherTime(visit, recipient(4))?.body}`,
  }));

test("a reminder asks for CHANGE only while the visit can be changed", () => {
  const { sms, smsAskingClosed = "", ...notice } = reminderNotice(visit, "reminder-day");
  const closed = { name: "Ruth Lee", company, links, closedHours: 24, hasOwnReadyList: false };
  const { body } = visitText({ ...notice, sms: smsAskingClosed }, closed);
  expect(body.replace(sms, "")).not.toContain("CHANGE");
  expect(body).toMatch(
    /Reply OK if you'll be there\. Your visit: \S+\nTo change it, call \(919\) 555-0123\.$/,
  );
  expect(smsSegments(body).segments).toBe(2);
});

const asking = (notice: VisitNotice) => ({ ...notice, sms: notice.smsAsking ?? "" });
const recipient = (closedHours: number | null) =>
  ({ patient: { name: "Ruth Lee", company, links, closedHours, hasOwnReadyList: false } }) as Parameters<
    typeof anotherTime
  >[1];

const requested = (language: Language) =>
  inLanguage({ language }, () => {
    const { body: code } = codeText("+19195550111", {
      orderId: 1,
      name: "Ruth Lee",
      company,
      code: "123456",
      validFor: 30 * day,
      hasVisit: false,
      links: { ...links, login: "https://visits.acmesleep.com/login" },
    });
    const { messageFrequencyInText: frequency } = companyStrings;
    const values = { company: company.name, phone: "(919) 555-0123", frequency };
    return {
      "starting late": textOf(therapistLateNotice(visit, 10)),
      code,
      "request for consent": fill(patientStrings.consentRequest, values),
      "request for a helper's consent": fill(patientStrings.helperConsentRequest, values),
      "which visit": `Acme Sleep: ${whichVisit([visit, { ...visit, start_at: visit.start_at + 3_600_000 }]).body}`,
      help: fill(patientStrings.helpWithPhone, values),
      "help without a phone": fill(patientStrings.help, values),
      "opt-out confirmed": fill(patientStrings.optedOut, values),
      "code and new link": codeText("+19195550111", {
        orderId: 1,
        name: "Ruth Lee",
        company,
        code: "123456",
        validFor: 30 * day,
        hasVisit: true,
        links: { ...links, login: "https://visits.acmesleep.com/login" },
      }).body,
      "code that expires soon": codeText("+19195550111", {
        orderId: 1,
        name: "Ruth Lee",
        company,
        code: "123456",
        validFor: 47 * hour,
        hasVisit: true,
        links: { ...links, login: "https://visits.acmesleep.com/login" },
      }).body,
      "to a helper": `${company.name}: ${fill(orderStrings.helper.text.named, { patient: "Ruth L.", link: links.schedule })}`,
    };
  });

/** Number of SMS segments per text. */
const segments: Record<Language, Record<string, number>> = {
  en: {
    submitted: 2,
    confirmed: 2,
    "new link": 2,
    moved: 2,
    "moved and confirmed": 2,
    canceled: 2,
    completed: 2,
    reminder: 2,
    "reminder that asks for a reply": 2,
    "starting late": 2,
    "request for consent": 1,
    "request for a helper's consent": 2,
    "which visit": 1,
    help: 1,
    code: 2,
    "code and new link": 2,
    "code that expires soon": 3,
    "to a helper": 2,
  },
  es: {
    submitted: 2,
    confirmed: 2,
    "new link": 2,
    moved: 2,
    "moved and confirmed": 2,
    completed: 2,
    reminder: 2,
    "reminder that asks for a reply": 2,
    "reply OK": 2,
    "starting late": 2,
    "request for consent": 2,
    "request for a helper's consent": 2,
    "which visit": 1,
    help: 1,
    code: 2,
    "code and new link": 2,
    "code that expires soon": 3,
    "to a helper": 2,
  },
};

describe.each(languageCodes)("in %s", (language) => {
  const texts = textsIn(language);

  test.each(Object.entries({ ...texts, ...requested(language) }))(
    'the text "%s" fits in the expected number of SMS segments',
    (name, text) => {
      const { alphabet, length, segments: taken } = smsSegments(text);
      const most = segments[language][name] ?? 1;
      expect({ name, alphabet, taken, length, text }).toMatchObject({ alphabet: "GSM-7", taken: most });
    },
  );

  test.each(Object.entries(texts))('the text "%s" names the company', (_, text) => {
    expect(text).toMatch(/^Acme Sleep: /);
  });

  const { completed: _, ...timed } = texts;
  test.each(Object.entries(timed))('the text "%s" includes the time and time zone', (_, text) => {
    const when = { en: "Wed, Dec 30, 12:30 PM CST", es: "mié 30 de dic, 12:30 p.m. CST" };
    expect(text).toContain(when[language]);
  });

  test.each(Object.entries(texts))('the text "%s" ends with the company\'s phone number', (_, text) => {
    expect(text).toMatch(/ \(919\) 555-0123\.?$/);
  });

  const { "reply CHANGE, closed": __, completed: ___, ...linked } = texts;
  test.each(Object.entries(linked))('the text "%s" has one link to My visit', (_, text) => {
    expect(text.split(links.schedule)).toHaveLength(2);
  });

  test("only the reminder on the day of the visit has the link to join", () => {
    const withLink = Object.entries(texts).filter(([, text]) => text.includes(visit.meeting_link ?? ""));
    expect(withLink.map(([name]) => name)).toEqual(["reminder"]);
  });

  test("a text about a visit by phone says who calls, and has no link to join", () => {
    const call = { ...visit, call_me: true };
    inLanguage({ language }, () => {
      for (const notice of [confirmedNotice(call), reminderNotice(call, "reminder-hours")]) {
        const text = textOf(notice);
        expect(text).toContain(
          { en: "Dana Reyes will call you.", es: "Dana Reyes le va a llamar." }[language],
        );
        expect(text).not.toMatch(/zoom|Join|Entrar/);
        expect(smsSegments(text)).toMatchObject({ alphabet: "GSM-7", segments: 2 });
      }
    });
  });

  test("a text about a visit on a Saturday uses only GSM-7 characters", () => {
    const saturday = { ...visit, start_at: Date.parse("2027-01-02T18:30:00Z") };
    const text = inLanguage({ language }, () => textOf(confirmedNotice(saturday)));
    expect(smsSegments(text)).toMatchObject({ alphabet: "GSM-7" });
  });
});
