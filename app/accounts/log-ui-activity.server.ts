import type { App } from "~/boot/app.server";
import { spend } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { reportsPerAddress } from "./sign-in/sign-in-limits.server";

const allowedKey =
  /^(reason|patient_id|brightree_db|roles|role|email|status|region|time|date|datetime|start|therapist|count|sms_consent|consent|source)$/;

function tidyValue(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, 200);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return Array.isArray(value) ? value.slice(0, 20).filter((item) => typeof item === "string") : undefined;
}

function tidyDetails(details: unknown): string | null {
  if (typeof details !== "object" || details === null) return null;
  const entries = Object.entries(details)
    .filter(([name]) => allowedKey.test(name))
    .map(([name, value]) => [name, tidyValue(value)])
    .filter(([, value]) => value !== undefined);
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}

/** Logs an event that a page reports (`UI_…`). Drops events over the rate limit. */
export async function logUiActivity(
  app: App,
  who: Who,
  { action, details }: { action: string; details?: unknown },
): Promise<void> {
  try {
    await spend(app, reportsPerAddress, clientKey(who.address));
    await app.db
      .insertInto("ui_activity")
      .values({
        created_at: app.clock.now(),
        action,
        details: tidyDetails(details),
        session_id: who.kind === "staff" || who.kind === "patient" ? who.sessionId : null,
      })
      .execute();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
