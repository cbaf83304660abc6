import { expect, test } from "vitest";
import { iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { acceptOffer } from "~/offers/accept-offer.server";
import { declineOffer } from "~/offers/decline-offer.server";
import { runWaves } from "~/offers/run-waves.server";
import { revokeAccess } from "~/orders/access/revoke-access.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { offersOf, seedOffers, thursday } from "../support/offers";
import { scratchApp } from "../support/scratch";
import { patientOf } from "../support/users";

async function offered(patients = 2) {
  const app = scratchApp();
  const { seedWaiting, free, ...seeded } = await seedOffers(app);
  const waiting = [];
  for (let number = 0; number < patients; number++) waiting.push(await seedWaiting());
  await free();
  app.clock.advance(minute);
  await runWaves(app);
  const offers = await offersOf(app);
  const codes = offers.map(({ code }) => code);
  const statuses = async () => (await offersOf(app)).map(({ status }) => status);
  return { app, waiting, codes, statuses, seedWaiting, ...seeded };
}

test("accepting an offer moves the visit and opens its old time to other patients", async () => {
  const { app, waiting, codes, statuses, seedWaiting } = await offered(1);
  const later = await seedWaiting();
  const { visit } = await acceptOffer(app, codes[0] ?? "", null);
  expect(visit).toMatchObject({ datetime: iso(thursday), status: "submitted" });
  app.clock.advance(minute);
  await runWaves(app);
  const offers = await offersOf(app);
  expect(await statuses()).toEqual(["accepted", "open"]);
  expect(offers[1]).toMatchObject({ order_id: later.id, start_at: waiting[0]?.start });
});

test("the first patient to accept a time gets it, and the other patients keep their visits", async () => {
  const { app, waiting, codes, statuses } = await offered(3);
  const [first = "", second = "", third = ""] = codes;
  await acceptOffer(app, second, null);
  const lost = await acceptOffer(app, first, null).catch((error: unknown) => error);
  expect(lost).toMatchObject({
    code: "conflict",
    message: "Someone else took it. Your visit stays as it was.",
    extra: { visit: { datetime: iso(waiting[0]?.start ?? 0) } },
  });
  await expect(declineOffer(app, third, null)).resolves.toMatchObject({ ok: true });
  expect(await statuses()).toEqual(["withdrawn", "accepted", "withdrawn"]);
});

test("accepting twice returns the same response, and accepting after declining is refused", async () => {
  const { app, codes } = await offered(2);
  const [first = "", second = ""] = codes;
  await declineOffer(app, second, null);
  await expect(acceptOffer(app, second, null)).rejects.toMatchObject({ code: "conflict" });
  const response = await acceptOffer(app, first, null);
  expect(await acceptOffer(app, first, null)).toEqual(response);
  await expect(declineOffer(app, first, null)).rejects.toMatchObject({ code: "conflict" });
});

test("if patients accept the same time simultaneously, only one gets it", async () => {
  const { app, codes, statuses, waiting } = await offered(3);
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, number) => acceptOffer(app, codes[number % 3] ?? "", null)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect((await statuses()).sort()).toEqual(["accepted", "withdrawn", "withdrawn"]);
  const active = await app.db
    .selectFrom("visits")
    .select("order_id")
    .where("status", "=", "submitted")
    .orderBy("order_id")
    .execute();
  expect(active.map(({ order_id }) => order_id)).toEqual(waiting.map(({ id }) => id));
});

test("an offer can't be accepted once the patient's visit has been canceled or a day has passed", async () => {
  const { app, codes, waiting } = await offered(2);
  await cancelMyVisit(app, patientOf(waiting[0]?.id ?? 0));
  await expect(acceptOffer(app, codes[0] ?? "", null)).rejects.toMatchObject({ code: "conflict" });
  app.clock.advance(24 * 60 * minute);
  await expect(acceptOffer(app, codes[1] ?? "", null)).rejects.toMatchObject({
    message: "This offer has ended. Your visit stays as it was.",
  });
  await expect(acceptOffer(app, "unknown", null)).rejects.toMatchObject({ code: "missing" });
});

test("ending a patient's access ends the offer, its link, and the request for an earlier time", async () => {
  const { app, codes, statuses, waiting } = await offered(1);
  const { patient_id = 0, brightree_db = "" } = waiting[0] ?? {};
  await revokeAccess(app, operator, { patient_id, brightree_db });
  await expect(acceptOffer(app, codes[0] ?? "", null)).rejects.toMatchObject({ code: "missing" });
  expect(await statuses()).toEqual(["withdrawn"]);
  expect(await app.db.selectFrom("earlier_wishes").selectAll().execute()).toEqual([]);
});
