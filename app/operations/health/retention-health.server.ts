import type { App } from "~/boot/app.server";
import { counted } from "~/core/plural";
import { evidenceMonths } from "../retention/delete-old-records.server";
import { lastCleared } from "../retention/last-retention-run.server";
import { type Check, lasting } from "./health-check";

/** How long things are kept, and what went when they were last cleared. */
export async function checkRetention({
  reads,
  clock,
  config,
}: Pick<App, "reads" | "clock" | "config">): Promise<Check> {
  const { keepMessagesMonths: months } = config;
  const rule = `Messages are kept ${months === null ? "for good" : `for ${counted(months, "month")}`}, consents and the audit log for at least ${evidenceMonths / 12} years.`;
  const last = await lastCleared(reads);
  const name = "Retention";
  if (!last) return { name, state: "good", says: `${rule} Nothing has been cleared yet.` };
  const { messages, letters, consents } = last;
  const what = `${counted(messages, "message")}, ${counted(letters, "e-mail")} and ${counted(consents, "replaced consent")} went`;
  return {
    name,
    state: "good",
    says: `${rule} Last cleared ${lasting(clock.now() - last.at)} ago: ${what}.`,
  };
}
