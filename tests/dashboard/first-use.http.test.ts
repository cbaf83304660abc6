import { expect, test } from "vitest";
import { day } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedOrder, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

test("the dashboard of a new clinic shows the next act and never claims that all visits are confirmed", async () => {
  const server = await startServer();
  await seedDatabase(server.app);
  const admin = await staffClient(server, "admin");
  const supervisor = await staffClient(server, "supervisor");
  const openAs = (client: typeof admin) => PlainPage.open(client, "/supervisordashboard");
  const confirmed = "All visits in the next 72 hours are confirmed";

  let page = await openAs(admin);
  expect(page.text).toContain("There are no orders yet");
  expect(page.text).toContain("Import your orders, or add the first patient yourself with a code.");
  expect(page.text).not.toContain(confirmed);
  expect((await page.follow("Import orders")).path).toBe("/admin/import");
  page = await openAs(supervisor);
  expect(page.text).toContain("Ask your admin to import orders");
  const order = await seedOrder(server.app);

  page = await openAs(supervisor);
  expect(page.text).toContain("No visit is booked yet");
  expect(page.text).not.toContain(confirmed);
  expect((await page.follow("Send a code to a patient")).path).toBe("/supervisordashboard/codes/new");
  const appointments = await page.open("/appointments");
  expect(appointments.text).toContain("No appointments found from available endpoints.");
  expect(appointments.text).toContain("Visits are listed here when patients book them or you add one.");

  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: (await seedTherapist(server.app)).id,
    start_at: server.app.clock.now() + 30 * day,
  });
  page = await openAs(supervisor);
  expect(page.text).toContain(confirmed);
});
