import type { App } from "~/boot/app.server";
import { fill } from "~/core/language/strings";
import { orLog } from "~/core/or-log.server";
import { firstName } from "~/core/short-name";
import { formatDay, formatLongDay, hour, startOfDay } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { type Equipment, expectedDay, isTimeToAsk } from "~/equipment/equipment";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { findPeople } from "../find-people.server";
import { askPatient } from "../notices/ask-patient.server";
import { channelOf } from "../notices/choose-channel.server";
import { type PatientOfVisit, textWithCall, tooLateToChange } from "../notices/patient-messages";
import type { Visit } from "../visit";
import { whenForPatient, whenInText } from "../visit-times";
import { findVisit } from "../visits.server";
import { findLack, listLacks, type VisitLack } from "./list-lacks.server";
import { strings } from "./strings";

// A later question would come too late for another time.
const leastNotice = 4 * hour;

/**
 * Asks the patients of visits within two days whether their equipment has arrived, but not before the evening of the
 * day on which it is expected, and tells those whose equipment is
 * expected too late to choose a later time. Each once for a visit's time. @returns the number of messages
 */
export async function askAboutEquipment(app: App): Promise<number> {
  const now = app.clock.now();
  let asked = 0;
  for (const lack of await listLacks(app.reads, now)) {
    const kind = kindFor(lack, now);
    if (!kind || !channelOf(lack) || (await isAsked(app, lack, kind))) continue;
    const sent = await orLog(app.log, "equipment", { visit: lack.id }, () => ask(app, lack, kind));
    if (sent) asked++;
    await yieldToEventLoop();
  }
  return asked;
}

type Kind = "equipment-question" | "equipment-late";

function kindFor(
  { lack, start_at, equipment }: Pick<VisitLack, "lack" | "start_at" | "equipment">,
  now: number,
): Kind | null {
  if (start_at < now + leastNotice) return null;
  if (lack === "too-late") return "equipment-late";
  return lack === "unconfirmed" && isTimeToAsk(equipment, now) ? "equipment-question" : null;
}

const keyOf = ({ id, start_at }: Pick<VisitLack, "id" | "start_at">, kind: Kind) =>
  `${kind} ${id} ${start_at}`;

async function isAsked({ reads }: App, visit: VisitLack, kind: Kind): Promise<boolean> {
  const key = keyOf(visit, kind);
  const row = await reads
    .selectFrom("outbox")
    .select("id")
    .where("dedupe_key", "in", [`${key} sms`, `${key} email`])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function ask(app: App, found: VisitLack, kind: Kind): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const visit = await findVisit(trx, found.id);
    const state = await findLack(trx, found.id, now);
    if (!visit || !state || kindFor({ ...state, start_at: visit.start_at }, now) !== kind) return false;
    const isLate = kind === "equipment-late";
    // The message links to the visit page.
    await linkCodeOf({ trx, app }, visit.order_id);
    const { patient } = await findPeople({ trx, app }, visit);
    const channel = await askPatient(
      { trx, app },
      {
        orderId: visit.order_id,
        kind,
        key: keyOf(visit, kind),
        visit_id: visit.id,
        visit_start: visit.start_at,
        write: () => (isLate ? tooLateMessage : questionMessage)(visit, state.equipment, patient),
      },
    );
    return channel !== null;
  });
}

/** In the current language. */
function questionMessage(visit: Visit, _: Equipment, { name, company, links }: PatientOfVisit) {
  const body = `${company.name}: ${fill(strings.text.question, { when: whenInText(visit) })}`;
  return {
    text: { body, shown: body },
    mail: {
      subject: strings.subject.question,
      body: mailText(
        greeting(firstName(name)),
        fill(strings.lead.question, { when: whenForPatient(visit) }),
        linkLine(links && { label: strings.answer, href: links.schedule }),
        closing(company),
      ),
    },
  };
}

/** In the current language. Once changes have closed, patients call. */
function tooLateMessage(visit: Visit, equipment: Equipment, patient: PatientOfVisit) {
  const { name, company, links, closedHours } = patient;
  const day = expectedDay(equipment.shipments);
  const at = day === null ? visit.start_at : startOfDay(day, equipment.zone);
  const inText = { day: formatDay(at, equipment.zone).replace("sáb", "sab"), when: whenInText(visit) };
  const mayChoose = links !== null && closedHours === null;
  const closed = closedHours === null ? undefined : tooLateToChange(closedHours, company);
  return {
    text: textWithCall({
      sentence: (link) =>
        `${company.name}: ${mayChoose ? fill(strings.text.tooLate, { ...inText, link }) : fill(strings.text.tooLateClosed, inText)}`,
      link: links?.schedule ?? "",
      company,
    }),
    mail: {
      subject: strings.subject.tooLate,
      body: mailText(
        greeting(firstName(name)),
        fill(strings.lead.tooLate, { day: formatLongDay(at, equipment.zone), when: whenForPatient(visit) }),
        linkLine(mayChoose ? { label: strings.chooseLater, href: links.schedule } : null),
        closing(company, closed),
      ),
    },
  };
}
