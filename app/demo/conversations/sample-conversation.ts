import type { MessageStatus } from "~/db/tables";
import type { Random } from "../random.server";
import { consentRequest, exchanges, messagesAwaitingConsent, openQuestions } from "./conversation-rows";

/**
 * agreed: consented when booking. replied: answered YES to a consent request. stopped: consented, and later texted STOP.
 * waiting: hasn't replied to the request yet, so staff messages wait. stranger: an unknown number.
 */
export type Kind = "agreed" | "replied" | "stopped" | "waiting" | "stranger";

export const keyword = { replied: "YES", stopped: "STOP" } as const;

interface Line {
  by: "patient" | "staff" | "product";
  body: string;
  status: MessageStatus;
}

const fromPatient = (body: string): Line => ({ by: "patient", body, status: "received" });
const fromStaff = (body: string): Line => ({ by: "staff", body, status: "delivered" });
const fromProduct = (body: string): Line => ({ by: "product", body, status: "delivered" });

export function linesOf(
  random: Random,
  { kind, count, company, notice }: { kind: Kind; count: number; company: string; notice: string | null },
): Line[] {
  if (kind === "stranger") {
    return [
      fromPatient("Hello, is this the number for the setup visit?"),
      fromPatient("My doctor gave it to me"),
      fromPatient(openQuestions[3] ?? ""),
    ];
  }
  const request = fromProduct(consentRequest(company));
  if (kind === "waiting") {
    const held = messagesAwaitingConsent.slice(0, count - 1);
    return [request, ...held.map((body): Line => ({ by: "staff", body, status: "held" }))];
  }
  const lines: Line[] = [];
  if (kind === "replied") {
    lines.push(request, fromStaff(messagesAwaitingConsent[0] ?? ""), fromPatient(keyword.replied));
  } else if (notice) {
    lines.push(fromProduct(notice));
  }
  const ends: Line[] = [];
  if (kind === "stopped") ends.push(fromPatient(keyword.stopped));
  else if (random.fraction() < 0.45) ends.push(fromPatient(random.pick(openQuestions)));
  for (let at = random.whole(0, exchanges.length - 1); lines.length + ends.length < count; at++) {
    const [ours, theirs] = exchanges[at % exchanges.length] ?? ["", ""];
    lines.push(fromStaff(ours));
    if (lines.length + ends.length < count) lines.push(fromPatient(theirs));
  }
  return [...lines, ...ends].slice(-count);
}
