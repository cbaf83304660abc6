import { expect, test } from "vitest";
import { day } from "~/core/time";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const { app, url } = await startServer();
const supervisor = new Client(url);
await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);

test("an order without a visit shows the patient, the step, and the next actions", async () => {
  const order = await seedOrder(app, { patient_name: "Bartholomew Featherstonehaugh-Nakamura" });
  const page = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(page.heading).toBe("Order");
  expect(page.text).toContain("Bartholomew Featherstonehaugh-Nakamura");
  expect(page.text).toContain("4. Ready to Schedule");
  expect(page.text).toContain("None booked");
  expect(page.text).toContain("Awaiting consent");
  expect(page.html).toContain(`href="/new-appointment?order=${order.id}"`);
  expect(page.html).toContain(`href="/messages/start?order=${order.id}"`);
});

test("an order with a visit links to that visit instead of a new appointment", async () => {
  const order = await seedOrder(app);
  const therapist = await seedTherapist(app);
  const start_at = app.clock.now() + 2 * day;
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  const { html } = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(html).toContain(`href="/visits/${visit.id}"`);
  expect(html).not.toContain("+ New Appointment");
});

test("the orders in a step open in the side panel", async () => {
  const order = await seedOrder(app, { step: 3, source_step: 3 });
  const { html } = await PlainPage.open(supervisor, "/supervisordashboard/steps/3");
  expect(html).toContain(`href="/orders/${order.id}" data-opens=""`);
});

test("a therapist can't open an order unless they have one of its visits", async () => {
  const user = await seedUser(app, ["therapist"]);
  await seedTherapist(app, { user_id: user.id });
  const therapist = new Client(url);
  await signInStaff(app, therapist, user.id);
  const { status } = await therapist.get(`/orders/${(await seedOrder(app)).id}`);
  expect(status).toBe(404);
});

test("an order's history is in words, and includes that nothing went out", async () => {
  const order = await seedOrder(app, { phone: "+19195550155" });
  const { link } = await generateCode(app, staffOf(), {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no ?? undefined,
    phone: "+19195550155",
  });
  expect((await new Client(url).get(`/schedule/${link}`)).status).toBeLessThan(400);
  const { text } = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(text).toContain("Signed in with the link for this order");
  expect(text).not.toMatch(/sign-in\./);
  expect(text).toContain("Self-Scheduling Link Sent. No text or email went out");
});
