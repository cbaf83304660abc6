import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
const { therapist } = await seedClinic(app);
const hour = 3_600_000;

test("a patient who asked for a call sees who calls, when, at which number, and no empty menu", async () => {
  const order = await seedOrder(app, { phone: "+19195550142" });
  const start_at = app.clock.now() + 3 * hour;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at, status: "confirmed" });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const page = await PlainPage.open(client, "/my-visit");
  expect(page.text).toContain("Other choices");
  const asked = await page.press("Call me instead");
  expect(asked.text).toMatch(new RegExp(`${therapist.name} will call you at \\(919\\) 555-0142 on `));
  expect(asked.text).toContain("If that isn't your number, call ");
  expect(asked.text).not.toContain("Other choices");
});
