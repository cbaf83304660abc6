import { expect, test } from "vitest";
import { openSession } from "~/accounts/sessions.server";
import { logAudit } from "~/audit/log-audit.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { sweep } from "~/db/sweep.server";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedUser } from "../support/seed";

test("the sweep deletes only expired rows", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  const order = await seedOrder(app);
  const at = () => ({ now: app.clock.now(), address: null, agent: null });
  await openSession(app.db, { kind: "staff", userId: user.id }, at());
  await openSession(app.db, { kind: "code", orderId: order.id }, at());
  app.clock.advance(31 * minute);
  await openSession(app.db, { kind: "staff", userId: user.id }, at());
  const now = app.clock.now();
  await app.db
    .insertInto("limits")
    .values([
      { key: "over", points: 1, expires_at: now },
      { key: "counts", points: 1, expires_at: now + 1 },
    ])
    .execute();
  const activity = { action: "UI_SCHEDULE_VIEW", details: null, session_id: null };
  await app.db
    .insertInto("ui_activity")
    .values([
      { ...activity, created_at: now - 90 * day },
      { ...activity, created_at: now - 89 * day },
    ])
    .execute();
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "sign-out"));

  await sweep(app);
  expect((await app.reads.selectFrom("sessions").select("kind").execute()).map((row) => row.kind)).toEqual([
    "code",
    "staff",
  ]);
  expect(await app.reads.selectFrom("limits").select("key").execute()).toEqual([{ key: "counts" }]);
  expect(await app.reads.selectFrom("ui_activity").select("id").execute()).toHaveLength(1);

  app.clock.advance(7 * 366 * day + hour);
  await sweep(app);
  expect(await app.reads.selectFrom("sessions").select("id").execute()).toEqual([]);
  expect(await app.reads.selectFrom("audit_log").select("id").execute()).toHaveLength(1);
});
