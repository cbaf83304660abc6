import { expect, test } from "vitest";
import { addDays, localDate, minute } from "~/core/time";
import { saveShipment } from "~/equipment/save-shipment.server";
import { acceptOffer } from "~/offers/accept-offer.server";
import { findOffer } from "~/offers/find-offer.server";
import { runWaves } from "~/offers/run-waves.server";
import { offersOf, seedOffers, thursday } from "../support/offers";
import { scratchApp } from "../support/scratch";

async function offered(equipment: "inform" | "require") {
  const app = scratchApp();
  const { seedWaiting, free } = await seedOffers(app);
  await app.db.updateTable("companies").set({ equipment }).execute();
  const patient = await seedWaiting({ state: "NC" });
  await free();
  app.clock.advance(minute);
  await runWaves(app);
  const [{ code } = { code: "" }] = await offersOf(app);
  const slip = async (days: number) => {
    const expected_on = addDays(localDate(thursday, "America/New_York"), days);
    await app.db
      .transaction()
      .execute((trx) =>
        saveShipment({ trx, app }, patient.id, { expected_on }, { source: "api", by: "key 1" }),
      );
  };
  const state = async () => (await findOffer(app.reads, app, code))?.state;
  const status = async () => (await offersOf(app)).map((offer) => offer.status);
  return { app, code, slip, state, status };
}

test("an expected day that slips behind an open offer ends it immediately, if the equipment is required", async () => {
  const { app, code, slip, state, status } = await offered("require");
  await slip(-1);
  await runWaves(app);
  expect([await state(), await status()]).toEqual(["open", ["open"]]);
  await slip(0);
  expect(await state()).toBe("gone");
  await expect(acceptOffer(app, code, null)).rejects.toThrow();
  await runWaves(app);
  expect(await status()).toEqual(["withdrawn"]);
});

test("an open offer stays if patients are only informed", async () => {
  const { app, code, slip, state, status } = await offered("inform");
  await slip(0);
  await runWaves(app);
  expect([await state(), await status()]).toEqual(["open", ["open"]]);
  expect(await acceptOffer(app, code, null)).toMatchObject({ ok: true });
});
