import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { iso } from "~/core/time";
import type { Operator } from "~/core/who";
import { insertRow } from "~/messages/outbox-rows.server";
import { setAsideDue } from "~/messages/set-aside.server";
import { messageStrings } from "~/messages/staff-strings";
import { adminAlerts } from "../health/alert-admins.server";
import { postponeWaves, queueDueMessages } from "../possibly-sent.server";

interface PossiblySent {
  messages: number;
  /** Freed times whose next offers wait for one interval. */
  freedTimes: number;
}

/**
 * Prepares a restored database for what the previous server did after the backup. Ends all sessions. Messages that were
 * due since the backup count as possibly sent and wait for staff.
 * @param madeAt when the backup was made, in milliseconds UTC
 * @param source what the database was restored from
 */
export async function setAsideMessages(
  app: App,
  who: Operator,
  madeAt: number,
  source: "backup" | "replica" = "backup",
): Promise<PossiblySent> {
  const aside = { why: messageStrings.possiblySent, since: madeAt };
  const first = await app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("sessions").execute();
    await trx.deleteFrom("sign_in_challenges").execute();
    await trx.deleteFrom("password_tokens").execute();
    // So the next attempt first checks whether the note was written after the backup.
    await trx
      .updateTable("order_system_notes")
      .set({ last_tried_at: app.clock.now() })
      .where("finished_at", "is", null)
      .execute();
    await passLostNumbers({ trx, app });
    const queued = await setAsideDue({ trx, app }, aside);
    const freedTimes = await postponeWaves({ trx, app });
    return { queued, freedTimes, after: await tellAdmins({ trx, app }, madeAt, source) };
  });
  await queueDueMessages(app);
  return app.db.transaction().execute(async (trx) => {
    const due = await setAsideDue({ trx, app }, { ...aside, which: sql<boolean>`id > ${first.after}` });
    const messages = first.queued + due;
    const details = { made_at: iso(madeAt), set_aside: messages };
    await logAudit({ trx, app, who }, "database.restored", null, details);
    return { messages, freedTimes: first.freedTimes };
  });
}

/** Calendars ignore an update with a number that they have already seen for the visit. */
const lostSequences = 1000;

async function passLostNumbers({ trx, app: { clock } }: AppTx): Promise<void> {
  await trx
    .updateTable("visits")
    .set((eb) => ({ sequence: eb("sequence", "+", lostSequences) }))
    .where("end_at", ">", clock.now())
    .execute();
}

/** More than a server can send. */
const mostMessages = { atLeast: 1_000_000, perMillisecond: 1 };

/**
 * Emails all admins. The IDs of these emails are higher than any that the previous server gave to a message, so late
 * delivery reports never match a new message.
 * @returns the highest ID
 */
async function tellAdmins({ trx, app }: AppTx, madeAt: number, source: string): Promise<number> {
  const { newest } = await trx
    .selectFrom("outbox")
    .select(sql<number>`coalesce(max(id), 0)`.as("newest"))
    .executeTakeFirstOrThrow();
  const now = app.clock.now();
  const lost = Math.max(mostMessages.atLeast, (now - madeAt) * mostMessages.perMillisecond);
  const alerts = await adminAlerts(
    { trx, app },
    {
      about: `restore ${now}`,
      subject: `a ${source} was restored`,
      body: [
        `The database was restored from the ${source} of ${iso(madeAt)} (UTC). Everything that was saved after that is lost, including opt-outs from texts.`,
        `Automatic messages since then may have been sent. They were not sent again. Review them: ${app.config.publicUrl}/admin/deliveries?status=possibly-sent`,
        "In the Twilio console, Monitor > Logs > Messaging lists the texts that patients sent since then. Record each opt-out in the conversation with that number.",
      ].join("\n\n"),
    },
  );
  let id = newest + lost;
  for (const alert of alerts) {
    id++;
    await insertRow({ trx, app }, alert, { id });
  }
  return id;
}
