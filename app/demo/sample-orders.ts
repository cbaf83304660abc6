import { day } from "~/core/time";
import { steps } from "~/orders/step";
import type { Scale } from "./demo-size";
import type { Patient } from "./people/patients";
import { type Random, shareOf } from "./random.server";
import { type Calendar, earlier } from "./visits/sample-calendar";
import { activeVisits, completedVisit, type DemoVisit, endOf, missedVisit } from "./visits/sample-visits";

export interface DemoOrder {
  id: number;
  patient: Patient;
  salesOrderNo: string;
  phone: string | null;
  email: string | null;
  sourceStep: number;
  step: number;
  /** Milliseconds UTC. */
  entries: { step: number; at: number }[];
  closedAt: number | null;
  linkSentAt: number | null;
  accessCodeAt: number | null;
  visits: DemoVisit[];
}

export function makeOrders(
  random: Random,
  {
    calendar,
    scale,
    patients,
    accessCodeDays,
  }: { calendar: Calendar; scale: Scale; patients: readonly Patient[]; accessCodeDays: number },
): DemoOrder[] {
  const orders: DemoOrder[] = [];
  const activeVisit = activeVisits(random, calendar);

  function addOrder(patient: Patient, firstNumber: number): DemoOrder {
    const id = orders.length + 1;
    const order: DemoOrder = {
      id,
      patient,
      salesOrderNo: String(firstNumber + id * 2 + random.whole(0, 1)),
      phone: patient.phone,
      email: patient.email,
      sourceStep: 4,
      step: 1,
      entries: [],
      closedAt: null,
      linkSentAt: null,
      accessCodeAt: null,
      visits: [],
    };
    orders.push(order);
    return order;
  }

  function openOrder(step: number, nth: number, patient: Patient): void {
    const order = addOrder(patient, 800_000);
    const consent = order.id % 10 !== 9;
    if (step < steps.linkSent) {
      order.sourceStep = step;
      if (step < 4 && nth % 6 === 5) order.email = null;
      if (step < 3 && nth % 9 === 8) order.phone = null;
      order.entries = untilStep(random, step, calendar.officeMoment(random, -random.whole(1, 6)));
    } else if (step === steps.linkSent) {
      const latest = calendar.now - (accessCodeDays - 1) * day;
      order.accessCodeAt = Math.max(calendar.officeMoment(random, -random.whole(1, 3)), latest);
      if (nth < scale.missed) {
        const opening =
          nth % 2 === 0
            ? calendar.bookOnOrBefore(random, patient.therapist, -random.whole(3, 9))
            : calendar.bookOnOrAfter(random, patient.therapist, random.whole(1, 9));
        order.visits = [missedVisit(random, opening, calendar.now - day, consent)];
      } else {
        order.linkSentAt = nth % 4 === 0 ? earlier(random, order.accessCodeAt, 30, 200) : order.accessCodeAt;
      }
    } else {
      const status = step === steps.confirmed ? "confirmed" : nth % 7 === 6 ? "pending" : "submitted";
      order.visits = [activeVisit(patient.therapist, status, consent)];
    }
    fillEntries(random, order);
  }

  function closedOrder(nth: number, patient: Patient): void {
    const order = addOrder(patient, 300_000);
    const consent = order.id % 10 !== 9;
    const count = shareOf(scale.closedVisits, scale.closed, nth);
    const missed = random.whole(0, count - 1);
    let dayIndex = -random.whole(2, scale.historyDays);
    for (let place = count - 1; place >= 0; place--) {
      const opening = calendar.bookOnOrBefore(random, patient.therapist, dayIndex);
      order.visits.unshift(
        place < missed
          ? missedVisit(random, opening, calendar.now, consent)
          : completedVisit(random, opening, { type: place === missed ? "Setup" : "Follow-up", consent }),
      );
      dayIndex = opening.dayIndex - random.whole(8, 20);
    }
    fillEntries(random, order);
  }

  let next = 0;
  scale.openBySteps.forEach((count, index) => {
    for (let nth = 0; nth < count; nth++) openOrder(index + 1, nth, patients[next++] as Patient);
  });
  const closedPatients = patients.length - scale.closedFrom;
  for (let nth = 0; nth < scale.closed; nth++) {
    closedOrder(nth, patients[scale.closedFrom + (nth % closedPatients)] as Patient);
  }
  return orders;
}

function fillEntries(random: Random, order: DemoOrder): void {
  const [first] = order.visits;
  if (first) order.linkSentAt = earlier(random, first.submittedAt, 2, 40);
  if (order.linkSentAt !== null) order.entries = untilStep(random, steps.linkSent, order.linkSentAt);
  for (const visit of order.visits) {
    order.entries.push({ step: steps.submitted, at: visit.submittedAt });
    if (visit.confirmedAt !== null) order.entries.push({ step: steps.confirmed, at: visit.confirmedAt });
    if (visit.status === "completed") order.closedAt = visit.completedAt;
    else if (visit.status === "cancelled" || visit.status === "no show") {
      order.entries.push({ step: steps.linkSent, at: endOf(visit) });
    }
  }
  order.step = order.entries.at(-1)?.step ?? order.sourceStep;
}

function untilStep(random: Random, step: number, at: number): { step: number; at: number }[] {
  const entries = [{ step, at }];
  let reachedAt = at;
  for (let before = step - 1; before >= 1; before--) {
    reachedAt = earlier(random, reachedAt, 5, 60);
    entries.unshift({ step: before, at: reachedAt });
  }
  return entries;
}
