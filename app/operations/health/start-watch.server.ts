import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import { recountOpenSlots } from "~/availability/recount-open-slots.server";
import type { App } from "~/boot/app.server";
import { orLog } from "~/core/or-log.server";
import { repeat } from "~/core/repeat.server";
import { commandLine } from "~/core/settings/command-line.server";
import { day, hour, minute } from "~/core/time";
import { deliverAlone } from "~/messages/delivery/deliver-alone.server";
import { alertAdmins, alertKind } from "./alert-admins.server";
import { damagedDatabase } from "./health-check";
import { isSendingStalled } from "./sending-health.server";

/** Emails admins if messages aren't sent, the audit log was altered, or the database is damaged. */
export function startWatch(app: App, pause = minute): () => Promise<void> {
  let verifyAt = app.clock.now() + minute;

  const check = async () => {
    if (app.isDamaged()) {
      await alertAdmins(app, {
        about: "database",
        subject: "the database is damaged",
        body: damagedDatabase,
      });
    }
    if (await isSendingStalled(app)) {
      await alertAdmins(app, {
        about: "outbox",
        subject: "messages are not going out",
        body: "A message has been due for more than 15 minutes without a send attempt. See Health, and restart Firstnight.",
      });
      await deliverAlone(app, alertKind);
    }
    if (app.clock.now() < verifyAt) return;
    verifyAt = app.clock.now() + day;
    const wrong = await orLog(app.log, "open times", {}, () => recountOpenSlots(app));
    if (wrong === undefined) verifyAt = app.clock.now() + hour;
    if (wrong) app.log.error({ slots: wrong }, "open times corrected");
    const verdict = await verifyAudit(app);
    if (verdict.problems.length === 0) return;
    app.log.error({ rows: verdict.rows, problems: verdict.problems.length }, "audit log changed");
    await alertAdmins(app, {
      about: "audit",
      subject: "the audit log was changed",
      body: `${verdictText(verdict)} The log was changed outside of Firstnight. Run ${commandLine("audit:verify")} to list the rows. Leave the files as they are, and find out who had access.`,
    });
  };

  return repeat(pause, check, (error) => app.log.error({ err: error }, "watch"));
}
