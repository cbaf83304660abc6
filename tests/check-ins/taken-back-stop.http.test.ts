import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { addDays, hour, minute } from "~/core/time";
import { stopTexts } from "~/messages/consent/stop-texts.server";
import { askAt } from "~/nights/plan";
import { Client } from "../support/client";
import { agree, outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, openCallOf, stepsOf, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock, url } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);

/** A patient who answered the check-in of day 3 with "I want to stop". */
async function stopped(fields = {}) {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id }, fields);
  await agree(app, order.phone ?? "");
  const { started_on } = await app.db
    .selectFrom("first_nights")
    .select("started_on")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  clock.set(askAt(addDays(started_on, 3), zone) + minute);
  await runPlans(app);
  const [text] = (await outboxOf(app)).filter(
    ({ kind, order_id }) => kind === "check-in" && order_id === order.id,
  );
  const link = /\/check-in\/[\w-]+/.exec(app.secrets.open(text?.body_sealed ?? ""))?.[0] ?? "";
  const done = await (await PlainPage.open(new Client(url), link)).press("Send", { answer: "stop" });
  const answer = async (value: string) =>
    (await done.follow("Change my answer")).press("Send", { answer: value });
  const checkIns = async () => (await stepsOf(app, order.id)).filter((step) => step.includes("check_in"));
  expect(await checkIns()).toEqual([
    "1 check_in skipped",
    "3 check_in done",
    "14 check_in skipped",
    "30 check_in skipped",
  ]);
  return { order, answer, checkIns };
}

test("who changes the answer from stop on the same day is asked again, and staff still call", async () => {
  const { order, answer, checkIns } = await stopped();
  clock.advance(2 * hour);
  expect((await answer("well")).text).toContain("We'll ask you again on");
  expect(await checkIns()).toEqual([
    "1 check_in skipped",
    "3 check_in done",
    "14 check_in planned",
    "30 check_in planned",
  ]);
  expect((await openCallOf(app, order.id))?.reason).toBe("nights_stop");
});

test("who changes the answer on a later day, or has turned off texts, isn't asked again", async () => {
  const later = await stopped();
  clock.advance(24 * hour);
  await later.answer("well");
  expect(await later.checkIns()).toContain("14 check_in skipped");
  const silent = await stopped({ email: null });
  await app.db
    .transaction()
    .execute((trx) =>
      stopTexts({ trx, app }, { phone: silent.order.phone ?? "", source: "keyword", wording: "STOP" }),
    );
  await silent.answer("well");
  expect(await silent.checkIns()).toContain("14 check_in skipped");
});
