import type { App } from "~/boot/app.server";
import { findPatientPlan, type PatientPlan } from "~/check-ins/find-check-in.server";
import { findCompanyContact } from "~/company/company.server";
import { isPhoneNumber } from "~/core/phone";
import { isActive } from "~/core/visit-status";
import type { Patient } from "~/core/who";
import { canSend } from "~/messages/sending-outcome.server";
import { type Earlier, findEarlier } from "~/offers/find-earlier.server";
import { findWaitLine, type WaitLine } from "~/offers/waits/find-wait-line.server";
import { type Arrival, findArrival } from "~/visits/equipment/find-arrival.server";
import { pageTokenOf } from "~/visits/page-token.server";
import { mayStillChange } from "~/visits/patient-may-change.server";
import { listQuestionnaires } from "~/visits/questions/answers.server";
import type { Questionnaire } from "~/visits/questions/questionnaire";
import { isOver, type Visit } from "~/visits/visit";
import { findActiveOrNewestVisit, findVisit } from "~/visits/visits.server";
import { calendarLinks } from "./calendar-links";
import { findOrderDetails, type OrderDetails } from "./find-order-details.server";
import { type DayOfVisit, dayOfVisit } from "./joining/day-of-visit";

interface PatientVisit extends Visit {
  /** The visit has ended but has no outcome yet. */
  over: boolean;
  /** The time until which the therapist was to confirm has passed. */
  overdue: boolean;
}

type Absence = "none" | "held" | "canceled" | "missed" | "closed";

export interface MyVisit {
  visit: PatientVisit | null;
  /** When the page was written, in ms UTC. */
  now: number;
  absence: Absence;
  /** The newest visit, if it was canceled or missed. */
  last: Visit | null;
  /** True if the patient gets texts. Null if there is no mobile number. */
  texts: boolean | null;
  /** Null in query sessions, which must not reveal whether the order exists. */
  order: OrderDetails | null;
  calendar: ReturnType<typeof calendarLinks> | null;
  day: DayOfVisit | null;
  /** How the patient gets news about the visit. "page" means that no message reaches them. */
  news: "message" | "call" | "page";
  mayChange: boolean;
  changeHours: number;
  pageToken: string;
  /** The helper's name; null if the viewer is the helper. */
  helper: string | null;
  /** True if the viewer is the helper. */
  helps: boolean;
  /** Null if nothing about the visit's equipment is to be asked or changed. */
  arrival: Arrival | null;
  /** Null if there is no upcoming visit or if the company offers no earlier times. */
  earlier: Earlier | null;
  /** Null if there is nothing to ask before the visit. */
  questions: Questionnaire | null;
  /** Null with a visit, or if the company doesn't offer freed times. */
  wait: WaitLine | null;
  /** The plan after the completed visit. Null if nothing was planned, and for the helper: its questions are about health. */
  plan: PatientPlan | null;
  /** True in query sessions: the page shows no name and allows no changes. */
  byQuery: boolean;
}

const withEnd = (app: App, visit: Visit): PatientVisit => ({
  ...visit,
  patient_name: null,
  interpreter_note: null,
  cancel_reason: null,
  no_show_reason: null,
  over: isOver(visit, app.clock.now()),
  overdue: visit.confirm_by !== null && visit.confirm_by <= app.clock.now(),
});

export async function findMyVisit(app: App, who: Patient): Promise<MyVisit> {
  const found = await findActiveOrNewestVisit(app.reads, who.orderId);
  const visit = found && isActive(found.status) ? found : null;
  const newest = visit ? undefined : found;
  const { consent: lastConsent, helper, ...order } = await findOrderDetails(app.reads, who.orderId);
  const consent = order.phone && isPhoneNumber(order.phone) ? lastConsent : null;
  return {
    visit: visit && withEnd(app, visit),
    now: app.clock.now(),
    absence: absenceOf(newest, order.closed),
    last: newest && isLost(newest) ? withEnd(app, newest) : null,
    order,
    texts: who.helperId || !consent ? null : consent === "given",
    day: visit && dayOfVisit(visit, app.clock.now(), who.helperId ? null : order.phone),
    news: newsOf(app, order, who.helperId !== undefined || consent === "given"),
    calendar:
      visit &&
      calendarLinks(
        visit,
        `${app.config.publicUrl}/my-visit`,
        await findCompanyContact(app.reads, who.orderId),
      ),
    mayChange: visit !== null && mayStillChange(app, visit),
    changeHours: app.config.patientChangeHours,
    pageToken: pageTokenOf(app, who),
    helper: who.helperId ? null : helper,
    helps: who.helperId !== undefined,
    earlier: visit && visit.start_at > app.clock.now() ? await findEarlier(app, who.orderId) : null,
    arrival: visit && order.equipment && (await findArrival(app, visit, order.equipment)),
    questions: visit && !isOver(visit, app.clock.now()) ? await findQuestions(app, visit.id) : null,
    wait: visit ? null : await findWaitLine(app, who.orderId),
    plan: newest?.status === "completed" && !who.helperId ? await findPatientPlan(app, who.orderId) : null,
    byQuery: false,
  };
}

async function findQuestions(app: App, visitId: number): Promise<Questionnaire | null> {
  const found = (await listQuestionnaires(app.reads, [visitId])).get(visitId);
  return found && found.questions.length > 0 ? found : null;
}

function newsOf(app: App, { updates, hasEmail }: OrderDetails, getsTexts: boolean): MyVisit["news"] {
  if (updates === "phone") return "call";
  const isReached = (hasEmail && canSend(app, "email")) || (getsTexts && canSend(app, "sms"));
  return isReached ? "message" : "page";
}

/** How the order's patient gets news about the visit, for pages without the visit's details. */
export async function findNews(app: App, orderId: number): Promise<MyVisit["news"]> {
  const { consent, ...order } = await findOrderDetails(app.reads, orderId);
  return newsOf(app, order, consent === "given");
}

function absenceOf(newest: Visit | undefined, closed: boolean): Absence {
  if (newest?.status === "completed") return "held";
  if (closed) return "closed";
  if (newest?.status === "no show") return "missed";
  return newest?.status === "cancelled" ? "canceled" : "none";
}

const isLost = ({ status }: Visit) => status === "cancelled" || status === "no show";

/** The active visit that this query session booked. A query session can't see any other visit. */
export async function findBookedVisit(app: App, who: Patient): Promise<MyVisit | null> {
  const session = await app.reads
    .selectFrom("sessions")
    .select("visit_id")
    .where("id", "=", who.sessionId)
    .executeTakeFirst();
  const visit = session?.visit_id ? await findVisit(app.reads, session.visit_id) : undefined;
  if (!visit || visit.status === "cancelled") return null;
  return {
    visit: withEnd(app, {
      ...visit,
      therapist: "",
      meeting_link: null,
      interpreter: null,
      late_minutes: null,
      call_me: false,
      therapist_late_minutes: null,
    }),
    now: app.clock.now(),
    absence: "none",
    last: null,
    order: null,
    texts: null,
    calendar: null,
    day: null,
    news: canSend(app, "sms") || canSend(app, "email") ? "message" : "page",
    mayChange: false,
    changeHours: app.config.patientChangeHours,
    pageToken: pageTokenOf(app, who),
    helper: null,
    helps: false,
    earlier: null,
    arrival: null,
    questions: null,
    wait: null,
    plan: null,
    byQuery: true,
  };
}
