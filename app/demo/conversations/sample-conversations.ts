import { day, formatWhen, hour, minute, zoneOrUtc } from "~/core/time";
import type { NewRow } from "~/db/tables";
import { visitStrings } from "~/visits/strings";
import type { Scale } from "../demo-size";
import type { Patient } from "../people/patients";
import { strangerPhone } from "../people/places";
import { type Random, shareOf } from "../random.server";
import type { DemoOrder } from "../sample-orders";
import { notes, tags } from "./conversation-rows";
import { type Kind, keyword, linesOf } from "./sample-conversation";

type Message = NewRow<"messages"> & { id: number };
type Consent = NewRow<"consents">;

export interface DemoConversation {
  row: NewRow<"threads"> & { id: number };
  tags: string[];
  messages: Message[];
  consents: Consent[];
}

const messagesUnanswered = 3;

export function bookingConsents(orders: readonly DemoOrder[]): Consent[] {
  const common = { given: 1, source: "booking", wording: visitStrings.consent, message_id: null } as const;
  const rows = orders.flatMap(({ phone, visits }) =>
    visits.flatMap(({ consent, submittedAt }) =>
      phone !== null && consent ? { ...common, phone, created_at: submittedAt } : [],
    ),
  );
  return rows.sort((a, b) => a.created_at - b.created_at);
}

function ordersWithConversation(orders: readonly DemoOrder[], count: number): DemoOrder[] {
  const open = orders.filter((order) => order.closedAt === null && order.phone !== null);
  const seen = new Set(open.map((order) => order.patient));
  const closed = orders.filter((order) => {
    if (order.closedAt === null || seen.has(order.patient)) return false;
    seen.add(order.patient);
    return true;
  });
  return [...open.reverse(), ...closed].slice(0, count);
}

export function* makeConversations(
  random: Random,
  {
    now,
    scale,
    orders,
    supervisorIds,
  }: { now: number; scale: Scale; orders: readonly DemoOrder[]; supervisorIds: readonly number[] },
): Generator<DemoConversation> {
  const agreed = new Map<string, Agreed>();
  for (const { phone, created_at } of bookingConsents(orders)) {
    agreed.set(phone, { first: agreed.get(phone)?.first ?? created_at, last: created_at });
  }
  const subjects = ordersWithConversation(orders, scale.threads - 1);
  const kinds: Kind[] = subjects.map(({ phone }, index) => {
    if (phone !== null && agreed.has(phone)) return index % 15 === 7 ? "stopped" : "agreed";
    return index % 4 === 3 ? "replied" : "waiting";
  });
  kinds.push("stranger");
  const unanswered = kinds.filter((kind) => kind === "waiting" || kind === "stranger").length;
  const answeredMessages = scale.messages - unanswered * messagesUnanswered;
  const answered = kinds.length - unanswered;
  let nthAnswered = 0;
  let firstMessageId = 1;
  for (const [index, kind] of kinds.entries()) {
    const order = subjects[index];
    const count =
      kind === "waiting" || kind === "stranger"
        ? messagesUnanswered
        : shareOf(answeredMessages, answered, nthAnswered++);
    const phone = order?.phone ?? strangerPhone;
    yield makeConversation(random, now, {
      id: index + 1,
      kind,
      phone,
      order,
      count,
      agreed: agreed.get(phone) ?? null,
      staffId: supervisorIds[index % supervisorIds.length] ?? 0,
      assigned: index % 5 === 0,
      firstMessageId,
    });
    firstMessageId += count;
  }
}

interface Agreed {
  first: number;
  last: number;
}

interface Subject {
  id: number;
  kind: Kind;
  phone: string;
  order: DemoOrder | undefined;
  count: number;
  agreed: Agreed | null;
  staffId: number;
  assigned: boolean;
  firstMessageId: number;
}

function makeConversation(random: Random, now: number, subject: Subject): DemoConversation {
  const { id, kind, phone, order, count } = subject;
  const company = order?.patient.company ?? "";
  const from = Math.max(subject.agreed?.last ?? 0, now - random.whole(4, 30) * day);
  const times = moments(random, from, now - random.whole(5, 90) * minute, count);
  const lines = linesOf(random, { kind, count, company, notice: bookingNotice(order, from) });
  const decision = kind === "replied" || kind === "stopped" ? keyword[kind] : null;
  const decisionIndex = decision === null ? -1 : lines.findIndex(({ body }) => body === decision);
  const decisionAt = decision === null ? null : (times[decisionIndex] ?? null);
  const messages = lines.map(({ by, body, status }, nth) => ({
    id: subject.firstMessageId + nth,
    thread_id: id,
    direction: by === "patient" ? ("in" as const) : ("out" as const),
    body,
    status,
    created_at: times[nth] ?? now,
    author_user_id: by === "staff" ? subject.staffId : null,
    released_at: kind === "replied" && by === "staff" && nth < decisionIndex ? decisionAt : null,
  }));
  const consent = decisionAt !== null && {
    phone,
    given: kind === "replied" ? 1 : 0,
    source: "keyword" as const,
    wording: decision,
    created_at: decisionAt,
    message_id: subject.firstMessageId + decisionIndex,
  };
  const last = messages.at(-1);
  const patient: Patient | undefined = order?.patient;
  return {
    row: {
      id,
      phone,
      patient_id: patient?.patientId ?? null,
      patient_name: patient?.name ?? null,
      brightree_db: patient?.database ?? null,
      sms_consent: kind === "agreed" || kind === "replied" ? 1 : 0,
      consented_at:
        kind === "agreed" ? (subject.agreed?.first ?? null) : kind === "replied" ? decisionAt : null,
      last_body: last?.body ?? null,
      // A keyword needs no reply (receive-text.server.ts).
      last_dir: last && last.body === decision ? "out" : (last?.direction ?? null),
      last_msg_at: last?.created_at ?? null,
      star_color: id % 9 === 4 ? random.pick(["yellow", "red", "blue", "green", "purple"]) : null,
      assignee_user_id: subject.assigned ? subject.staffId : null,
      notes: id % 6 === 2 ? random.pick(notes) : "",
      created_at: messages[0]?.created_at ?? now,
    },
    tags: id % 4 === 1 ? [...new Set([random.pick(tags), random.pick(tags)])] : [],
    messages,
    consents: consent ? [consent] : [],
  };
}

function bookingNotice(order: DemoOrder | undefined, then: number): string | null {
  const start = order?.visits.at(-1)?.opening.start;
  if (!order || start === undefined || start < then) return null;
  const { company, therapist } = order.patient;
  const when = formatWhen(start, zoneOrUtc(therapist.place.zone));
  return `${company}: your equipment setup visit with ${therapist.row.name} is on ${when}.`;
}

function moments(random: Random, from: number, to: number, count: number): number[] {
  const span = Math.max(to - from, hour);
  return Array.from({ length: count }, () => to - Math.floor(random.fraction() * span)).sort((a, b) => a - b);
}
