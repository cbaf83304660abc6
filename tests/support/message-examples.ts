import { sendCheckIn } from "~/check-ins/check-in-message.server";
import { type Language, languageCodes, languages } from "~/core/language/languages";
import { day, hour, localDate } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { operator } from "~/core/who";
import { requestConsent } from "~/messages/send-text.server";
import { sendOffer } from "~/offers/offer-message.server";
import { findOfferedKind } from "~/offers/offered-kinds.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { addHelper } from "~/orders/helper/add-helper.server";
import { chooseLater } from "~/visits/equipment/answer-about-equipment.server";
import { askAboutEquipment } from "~/visits/equipment/ask-about-equipment.server";
import { therapistLateNotice } from "~/visits/late/notify-of-late-therapist.server";
import { notifyOfVisit } from "~/visits/notices/notify-of-visit.server";
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
import { askToBook } from "~/visits/nudges/ask-to-book.server";
import { anotherTime, sendAnswer, thanks, whichVisit } from "~/visits/reminder-replies/send-answer.server";
import type { Visit } from "~/visits/visit";
import { findVisit } from "~/visits/visits.server";
import { agree, openConversation, outboxOf, say } from "./http-actions";
import { scratchApp } from "./scratch";
import { seedCompany, seedOrder, seedTherapist, seedVisit } from "./seed";
import { patientOf } from "./users";

type App = ReturnType<typeof scratchApp>;
type Tx = Parameters<Parameters<ReturnType<App["db"]["transaction"]>["execute"]>[0]>[0];

const phone = "+19195550111";

/** Codes and links are random. */
const withFixedCodes = (text: string) =>
  text
    .replace(/(\/(?:schedule|track)\/)\w{20}/g, "$1abcdefghijkmnpqrstuv")
    .replace(/(\/check-in\/\d+-)\w{32}/g, "$10123456789abcdef0123456789abcdef")
    .replace(/\b\d{6}\b(?=[ .\n]|$)/g, "482915");

interface Example {
  title: string;
  texts: string[];
  emails: string[];
}

async function clinic(language: Language) {
  const app = scratchApp({ QUIET_HOURS: "off", PUBLIC_URL: "https://visits.clinic.example" });
  const company = await seedCompany(app, "Acme Sleep");
  await app.db
    .updateTable("companies")
    .set({ phone: "+19195550123", support_hours: null })
    .where("id", "=", company)
    .execute();
  const therapist = await seedTherapist(app, { name: "Dana Reyes" });
  const order = await seedOrder(app, {
    phone,
    email: "ruth.lee@example.com",
    patient_name: "Ruth Lee",
    language,
    state: "NC",
  });
  await agree(app, phone);
  const inTrx = <Result>(act: (trx: Tx) => Promise<Result>) => app.db.transaction().execute(act);
  const { id } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + 3 * day - hour,
    meeting_link: "https://meet.example/room",
    confirm_by: app.clock.now() + day,
    patient_zone: "America/New_York",
  });
  const visit = await findVisit(app.db, id);
  if (!visit) throw new Error("The visit is missing.");
  return { app, order, visit, inTrx };
}

async function examplesIn(language: Language): Promise<Example[]> {
  const { app, order, visit, inTrx } = await clinic(language);
  const confirmed: Visit = { ...visit, status: "confirmed" };
  const byCall: Visit = { ...confirmed, call_me: true };
  let seen = 0;
  const examples: Example[] = [];
  const example = async (title: string, act: () => Promise<unknown>) => {
    await act();
    const rows = (await outboxOf(app)).filter(({ id }) => id > seen);
    seen = Math.max(seen, ...rows.map(({ id }) => id));
    const own = rows.filter(({ kind, recipient }) => kind !== "alert" && !recipient.includes("therapist"));
    const bodies = (channel: "sms" | "email") =>
      own
        .filter((row) => row.channel === channel)
        .map(({ subject, body_sealed: sealed }) => {
          const body = withFixedCodes(app.secrets.open(sealed));
          return channel === "email" ? `${subject}\n\n${body}` : body;
        });
    // A later opt-out doesn't affect messages that were sent.
    await app.db.updateTable("outbox").set({ status: "sent" }).execute();
    examples.push({ title, texts: bodies("sms"), emails: bodies("email") });
  };
  const notice = (title: string, write: () => VisitNotice, of = confirmed) =>
    example(title, () =>
      inTrx((trx) =>
        notifyOfVisit(
          { trx, app, who: operator },
          {
            visit: of,
            notice: () => {
              const { therapist: _, ...forPatient } = write();
              return forPatient;
            },
          },
        ),
      ),
    );
  const answer = (title: string, compose: Parameters<typeof sendAnswer>[2]["compose"]) =>
    example(title, () => inTrx((trx) => sendAnswer({ trx, app }, confirmed, { phone, compose })));

  await example("Code and link", () =>
    generateCode(app, operator, {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      phone,
      email: "ruth.lee@example.com",
    }),
  );
  await example("Reminder to book a visit", () =>
    inTrx((trx) => askToBook({ trx, app }, order.id, { kind: "nudge", key: "example" })),
  );
  await notice("Visit requested", () => submittedNotice(visit), visit);
  await notice("Visit confirmed", () => confirmedNotice(confirmed));
  await notice("Visit confirmed, by phone call", () => confirmedNotice(byCall), byCall);
  await notice("New meeting link", () => newLinkNotice(confirmed));
  await notice("Visit moved", () => movedNotice(confirmed));
  await notice("Visit moved, to be confirmed", () => movedNotice(visit), visit);
  await notice("Reminder, day before", () => reminderNotice(confirmed, "reminder-day"));
  await notice("Reminder, hours before", () => reminderNotice(confirmed, "reminder-hours"));
  await notice("Therapist running late", () => therapistLateNotice(confirmed, 10));
  await answer("Reply to OK", (people) => thanks(confirmed, people));
  await answer("Reply to CHANGE", (people) => anotherTime(confirmed, people));
  await answer("Reply to OK with two visits", () =>
    whichVisit([confirmed, { ...confirmed, start_at: confirmed.start_at + hour }]),
  );
  await notice("Visit canceled", () => cancelledNotice({ ...confirmed, status: "cancelled" }));
  await notice("Visit completed", () => completedNotice({ ...confirmed, status: "completed" }, null));
  await example("No-show follow-up", () =>
    inTrx((trx) =>
      askToBook({ trx, app }, order.id, { kind: "missed-visit", key: "missed", visit: confirmed }),
    ),
  );
  const kind = await findOfferedKind(app.db, { orderId: order.id, kindId: null });
  if (!kind) throw new Error("The kind of the offered visit is missing.");
  const offer = (isFirst = false) =>
    inTrx((trx) =>
      sendOffer(
        { trx, app },
        {
          orderId: order.id,
          kind,
          visit: isFirst ? null : confirmed,
          zone: confirmed.patient_zone,
          time: { start: confirmed.start_at - day, therapist: { name: "Dana Reyes", timezone: "EST" } },
          until: confirmed.start_at - 2 * day,
          href: "https://visits.clinic.example/offer/abcdefghijkmnpqrstuv",
        },
      ),
    );
  /** The visit starts in less than two days, and its equipment isn't delivered. */
  const equipment = async (startsIn: number, expected_on: string | null) => {
    const move = (start: number) =>
      app.db
        .updateTable("visits")
        .set({ start_at: start, end_at: start + visitLength })
        .execute();
    await move(app.clock.now() + startsIn);
    await app.db.deleteFrom("shipments").execute();
    if (expected_on) {
      const expected = { expected_on, expected_source: "import" as const };
      await app.db
        .insertInto("shipments")
        .values({ order_id: order.id, ...expected, updated_at: app.clock.now(), updated_by: "a file" })
        .execute();
    }
    await askAboutEquipment(app);
    await move(confirmed.start_at);
  };
  const late = localDate(app.clock.now() + 4 * day, confirmed.patient_zone);
  await app.db.updateTable("companies").set({ equipment: "inform" }).execute();
  await example("Has the equipment arrived?", () => equipment(46 * hour, null));
  await answer("Reply to 2, the equipment isn't there", (people) => chooseLater(people));
  await example("Equipment comes after the visit", () => equipment(46 * hour, late));
  await example("Offer of an earlier time", offer);
  await example("Offer of a time to a patient without a visit", () => offer(true));
  const checkIn = (id: number) => inTrx((trx) => sendCheckIn({ trx, app }, { id, order_id: order.id }));
  await example("Check-in in the first 90 nights", () => checkIn(1));
  await app.db.updateTable("orders").set({ updates: "email" }).where("id", "=", order.id).execute();
  await example("Has the equipment arrived?", () => equipment(47 * hour, null));
  await example("Equipment comes after the visit", () => equipment(47 * hour, late));
  await example("Check-in in the first 90 nights", () => checkIn(2));
  await example("Offer of an earlier time", offer);
  await example("Offer of a time to a patient without a visit", () => offer(true));
  await example("Reminder to book a visit", () =>
    inTrx((trx) => askToBook({ trx, app }, order.id, { kind: "nudge", key: "by email" })),
  );
  await example("No-show follow-up", () =>
    inTrx((trx) =>
      askToBook({ trx, app }, order.id, { kind: "missed-visit", key: "missed by email", visit: confirmed }),
    ),
  );
  await example("Helper's link", () =>
    addHelper(app, patientOf(order.id), order.id, {
      name: "Tom Lee",
      relation: "Son",
      phone: "+19195550112",
      email: "tom.lee@example.com",
    }),
  );
  await example("HELP", () => say(app, phone, "HELP"));
  await example("Opt-out confirmation", () => say(app, phone, "ALTO"));
  await example("Texts turned on again", () => say(app, phone, "SI"));
  const conversation = await openConversation(app, "+19195550113");
  await example("Consent request", () =>
    inTrx((trx) => requestConsent({ trx, app }, conversation, { automated: true, order_id: order.id })),
  );
  return merged(examples);
}

/** A text and an email of the same kind are one example. */
function merged(examples: Example[]): Example[] {
  const byTitle = new Map<string, Example>();
  for (const { title, texts, emails } of examples) {
    const known = byTitle.get(title) ?? { title, texts: [], emails: [] };
    byTitle.set(title, { title, texts: [...known.texts, ...texts], emails: [...known.emails, ...emails] });
  }
  return [...byTitle.values()];
}

const block = (name: string, text: string) => `${name}:\n\n\`\`\`text\n${text}\n\`\`\`\n`;

/** Writes a document with a text and an email of each kind, in each language, as the product sends them. */
export async function messageExamples(): Promise<string> {
  const parts = [
    "# Examples of messages\n",
    "A text and an email of each kind, as patients and their helpers get them. `tests/messages/message-examples.test.ts`\ncompares this page with what Firstnight writes. To update it, run that test with `UPDATE_EXAMPLES=1`.\n",
  ];
  for (const language of languageCodes) {
    parts.push(`## ${languages[language].name}\n`);
    const examples = await examplesIn(language);
    for (const { title, texts, emails } of examples) {
      parts.push(`### ${title}, ${language}\n`);
      parts.push(...texts.map((text) => block("Text", text)), ...emails.map((text) => block("Email", text)));
    }
  }
  return parts.join("\n");
}
