import type { MessageStatus } from "~/db/tables";
import type { Random } from "./random.server";
import { consentRequest, exchanges, heldMessages, openQuestions } from "./talk";

/**
 * agreed: by a booking. replied: by YES to our request. stopped: agreed and later said STOP.
 * waiting: asked, not answered yet; what staff write is held. stranger: a number nobody knows.
 */
export type Kind = "agreed" | "replied" | "stopped" | "waiting" | "stranger";

/** The word by which a patient of this kind decides. */
export const keyword: Partial<Record<Kind, string>> = { replied: "YES", stopped: "STOP" };

/** A message before it has a time. */
export type Line = [direction: "in" | "out", body: string, status: MessageStatus];

export function linesOf(
  random: Random,
  kind: Kind,
  count: number,
  company: string,
  notice: string | null,
): Line[] {
  if (kind === "stranger") {
    return [
      ["in", "Hello, is this the number for the setup visit?", "received"],
      ["in", "My doctor gave it to me", "received"],
      ["in", openQuestions[3] ?? "", "received"],
    ];
  }
  const asked: Line = ["out", consentRequest(company), "delivered"];
  if (kind === "waiting") {
    const held = heldMessages.slice(0, count - 1).map((body): Line => ["out", body, "held"]);
    return [asked, ...held];
  }
  const lines: Line[] = [];
  if (kind === "replied") {
    lines.push(asked, ["out", heldMessages[0] ?? "", "delivered"], ["in", "YES", "received"]);
  } else if (notice) {
    lines.push(["out", notice, "delivered"]);
  }
  const ends: Line[] = [];
  if (kind === "stopped") ends.push(["in", "STOP", "received"]);
  else if (random.fraction() < 0.45) ends.push(["in", random.pick(openQuestions), "received"]);
  for (let at = random.whole(0, exchanges.length - 1); lines.length + ends.length < count; at++) {
    const [ours, theirs] = exchanges[at % exchanges.length] ?? ["", ""];
    lines.push(["out", ours, "delivered"]);
    if (lines.length + ends.length < count) lines.push(["in", theirs, "received"]);
  }
  return [...lines, ...ends].slice(-count);
}
