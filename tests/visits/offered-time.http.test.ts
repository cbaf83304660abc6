import { expect, test } from "vitest";
import { hour, iso } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

test("if the chosen time was taken, staff book one of the suggested times with its button", async () => {
  const server = await startServer();
  const { app } = server;
  const { therapist, starts, order } = await seedClinic(app);
  const [start = 0] = starts;
  const path = `/new-appointment?order=${order.id}&therapist=${therapist.id}&date=2026-03-03`;
  const form = await PlainPage.open(await staffClient(server, "supervisor"), path);
  await seedVisit(app, { order_id: (await seedOrder(app)).id, therapist_id: therapist.id, start_at: start });
  const refused = await form.press("Book visit", { slot: iso(start) });
  expect(refused.text).toContain("That time was just taken.");
  const booked = await refused.press(/^Book Tue, Mar 3, 10:00 AM/);
  expect(booked.status).toBe(200);
  const rows = await app.db
    .selectFrom("visits")
    .select(["therapist_id", "start_at"])
    .where("order_id", "=", order.id)
    .execute();
  expect(rows).toEqual([{ therapist_id: therapist.id, start_at: start + hour }]);
});
