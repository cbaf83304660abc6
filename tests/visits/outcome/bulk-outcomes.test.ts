import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { ChangeVisits } from "~/visits/bulk/bulk-schema";
import { bulkSummary, countOutcomes } from "~/visits/bulk/bulk-strings";
import { createBulkChange, entriesOf } from "~/visits/bulk/create-bulk-change.server";
import { findBulkChange, findOwnChange } from "~/visits/bulk/find-bulk-change.server";
import { runBulkChange } from "~/visits/bulk/run-bulk-change.server";
import { undoBulkChange } from "~/visits/bulk/undo-bulk-change.server";
import { aClinic, aTherapist, aVisit } from "../../support/clinic";

async function clinic() {
  const { app } = await aClinic();
  const { therapist, who } = await aTherapist(app);
  const now = app.clock.now();
  const first = await aVisit(app, therapist, now - 3 * hour, { status: "confirmed" });
  const second = await aVisit(app, therapist, now - 2 * hour, { status: "confirmed" });
  const change = async (form: object) => {
    const input = ChangeVisits.parse(form);
    const fields = {
      act: input.act,
      userId: who.userId,
      therapistId: therapist.id,
      now,
      reason: "reason" in input ? input.reason : undefined,
    };
    const id = await app.db
      .transaction()
      .execute(async (trx) => createBulkChange(trx, fields, await entriesOf(trx, input)));
    await runBulkChange(app, who, await findOwnChange(app.db, who, id));
    return id;
  };
  const find = (id: number) => findBulkChange(app.db, who, id, app.clock.now());
  const summary = async (id: number) => {
    const { act, outcomes } = await find(id);
    return bulkSummary(act, countOutcomes(outcomes));
  };
  const visits = () =>
    app.db.selectFrom("visits").select(["status", "no_show_reason", "cancel_reason"]).orderBy("id").execute();
  return { app, who, now, first, second, change, find, summary, visits };
}

test("outcomes recorded for many visits can be undone together for a day", async () => {
  const { app, who, now, first, second, change, find, summary, visits } = await clinic();
  const id = await change({ act: "no_show", visit: [first.id, second.id], reason: "technical" });
  expect(await summary(id)).toBe("2 marked as no-shows.");
  expect((await visits()).map(({ no_show_reason }) => no_show_reason)).toEqual(["technical", "technical"]);
  expect((await find(id)).undoUntil).toBe(now + day);
  await undoBulkChange(app, who, await findOwnChange(app.db, who, id));
  expect(await summary(id)).toBe("2 undone.");
  expect((await visits()).map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);

  const completed = await change({ act: "complete", visit: [first.id, second.id] });
  expect(await summary(completed)).toBe("2 completed.");
  app.clock.advance(day);
  expect((await find(completed)).undoUntil).toBeNull();
  await undoBulkChange(app, who, await findOwnChange(app.db, who, completed));
  expect((await find(completed)).outcomes[0]).toMatchObject({
    outcome: "done",
    message: "Not undone. An outcome can be undone for 24 hours. Book a new visit instead.",
  });
});

test("a therapist's bulk change skips other therapists' visits", async () => {
  const { app, first, change, find, visits } = await clinic();
  const other = await aTherapist(app);
  const othersVisit = await aVisit(app, other.therapist, app.clock.now() - hour, { status: "confirmed" });
  const id = await change({ act: "complete", visit: [first.id, othersVisit.id] });
  expect((await find(id)).outcomes.map((row) => row.id)).toEqual([first.id]);
  expect((await visits()).at(-1)?.status).toBe("confirmed");
});

test("visits canceled together keep the chosen reason", async () => {
  const { first, second, change, visits } = await clinic();
  await change({ act: "cancel", visit: [first.id, second.id], reason: "insurance" });
  expect((await visits()).map(({ cancel_reason }) => cancel_reason)).toEqual(["insurance", "insurance"]);
});
