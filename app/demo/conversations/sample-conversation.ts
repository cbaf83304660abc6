import type { MessageStatus } from "~/db/tables";
import type { Random } from "../random.server";
import { consentRequest, exchanges, heldMessages, openQuestions } from "./conversation-rows";

/**
 * agreed: by a booking. replied: by YES to our request. stopped: agreed and later said STOP.
 * waiting: asked, not answered yet; what staff write is held. stranger: a number nobody knows.
 */
export type Kind = "agreed" | "replied" | "stopped" | "waiting" | "stranger";

/** The words by which patients decide. */
export const keyword = { replied: "YES", stopped: "STOP" } as const;

/** A message before it has a time. The product itself writes requests and notices, staff the rest. */
export interface Line {
  by: "patient" | "staff" | "product";
  body: string;
  status: MessageStatus;
}

const fromPatient = (body: string): Line => ({ by: "patient", body, status: "received" });
const fromStaff = (body: string): Line => ({ by: "staff", body, status: "delivered" });
const fromProduct = (body: string): Line => ({ by: "product", body, status: "delivered" });

/** The talk of a thread in so many messages. */
export function linesOf(
  random: Random,
  kind: Kind,
  count: number,
  company: string,
  notice: string | null,
): Line[] {
  if (kind === "stranger") {
    return [
      fromPatient("Hello, is this the number for the setup visit?"),
      fromPatient("My doctor gave it to me"),
      fromPatient(openQuestions[3] ?? ""),
    ];
  }
  const asked = fromProduct(consentRequest(company));
  if (kind === "waiting") {
    const held = heldMessages.slice(0, count - 1);
    return [asked, ...held.map((body): Line => ({ by: "staff", body, status: "held" }))];
  }
  const lines: Line[] = [];
  if (kind === "replied") {
    lines.push(asked, fromStaff(heldMessages[0] ?? ""), fromPatient(keyword.replied));
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
