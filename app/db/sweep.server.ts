import type { Logger } from "pino";
import { type Clock, day, hour, minute } from "~/core/time";
import type { Db } from "./open.server";
import { whereUserInVisit } from "./sessions-in-visits.server";

interface SweepContext {
  db: Db;
  clock: Clock;
  config: { staffIdleMinutes: number };
}

const activityRetention = 90 * day;

const bulkChangeRetention = 30 * day;

const deliveredRetention = 30 * day;

const failedRetention = 90 * day;

export async function sweep({ db, clock, config }: SweepContext): Promise<void> {
  const now = clock.now();
  await db.deleteFrom("limits").where("expires_at", "<=", now).execute();
  await db
    .deleteFrom("sessions")
    .where("expires_at", "<=", now)
    .where((eb) => eb.not(whereUserInVisit(now)))
    .execute();
  await db
    .deleteFrom("sessions")
    .where("kind", "=", "staff")
    .where("last_seen_at", "<=", now - config.staffIdleMinutes * minute)
    .where((eb) => eb.not(whereUserInVisit(now)))
    .execute();
  await db
    .deleteFrom("commit_marks")
    .where("made_at", "<=", now - hour)
    .execute();
  await db.deleteFrom("sign_in_challenges").where("expires_at", "<=", now).execute();
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
  await db.deleteFrom("two_step_offers").where("expires_at", "<=", now).execute();
  await db.deleteFrom("password_tokens").where("expires_at", "<=", now).execute();
  await db
    .deleteFrom("ui_activity")
    .where("created_at", "<=", now - activityRetention)
    .execute();
  await db
    .deleteFrom("bulk_changes")
    .where("created_at", "<=", now - bulkChangeRetention)
    .execute();
  for (const table of ["webhook_deliveries", "order_system_notes"] as const) {
    for (const [status, retention] of [
      ["delivered", deliveredRetention],
      ["failed", failedRetention],
    ] as const) {
      await db
        .deleteFrom(table)
        .where("status", "=", status)
        .where("finished_at", "<=", now - retention)
        .execute();
    }
  }
}

export function startSweep(app: SweepContext & { log: Logger }): () => Promise<void> {
  const round = () => sweep(app).catch((error: unknown) => app.log.error({ err: error }, "sweep"));
  let last = round();
  const timer = setInterval(() => {
    last = last.then(round);
  }, hour);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
