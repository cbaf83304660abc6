import { expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { seedClass, seedClassKind } from "../support/classes";
import { seedOffers, thursday } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedSlots, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer({}, undefined, { demo: true });
const { therapist } = await seedOffers({ ...app, clock });
await app.db.deleteFrom("slots").execute();
const morning = thursday + 7 * day;
await seedSlots(app, therapist, [morning, morning + hour, morning + 2 * hour]);
const supervisor = await staffClient({ app, url }, "supervisor");

async function waiting(kinds?: string[]) {
  const order = await seedOrder({ ...app, clock });
  const form = await PlainPage.open(supervisor, `/orders/${order.id}/wait`);
  await form.press("Add to waiting list", kinds ? { kinds } : {});
  return { order, list: await PlainPage.open(supervisor, "/offers?who=fits") };
}

const startOf = async (orderId: number) =>
  app.reads
    .selectFrom("visits")
    .select(["start_at", "class_id"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();

test("Book a visit on the waiting list proposes the opening that the list names", async () => {
  const first = await waiting();
  const second = await waiting();
  const pageOf = ({ order }: typeof first) =>
    second.list.follow(new RegExp(`^Book a visit for patient ${order.patient_id}`));
  expect((await pageOf(first)).values("slot")).toEqual([iso(morning)]);
  const page = await pageOf(second);
  expect(page.values("slot")).toEqual([iso(morning + hour)]);
  const booked = await page.press("Book visit");
  expect(booked.text).toContain("Visit booked");
  expect(await startOf(second.order.id)).toEqual({ start_at: morning + hour, class_id: null });
});

test("an opening that was booked in the meantime is named, and no time is chosen", async () => {
  const { order, list } = await waiting();
  const at = morning + 2 * hour;
  const { id: order_id } = await seedOrder({ ...app, clock });
  await seedVisit(app, { order_id, therapist_id: therapist.id, start_at: at });
  const page = await list.follow(new RegExp(`^Book a visit for patient ${order.patient_id}`));
  expect(page.values("slot")).toEqual([]);
  expect(page.text).toMatch(/1:00 PM isn't open anymore\. Choose another time\./);
  const refused = await page.press("Book visit");
  expect(refused.text).toContain("Choose a time.");
});

test("Book a visit on the waiting list proposes the class that the list names", async () => {
  const { company_id } = await app.reads
    .selectFrom("therapists")
    .select("company_id")
    .where("id", "=", therapist.id)
    .executeTakeFirstOrThrow();
  // Patients who wait for any kind would get the seat first.
  await app.db.deleteFrom("waits").execute();
  const kind = await seedClassKind({ ...app, clock }, company_id, {});
  const leader = { ...therapist, company_id };
  const at = thursday + 10 * day;
  const session = await seedClass({ ...app, clock }, leader, at, { kind_id: kind.id });
  const { order, list } = await waiting([String(kind.id)]);
  const button = new RegExp(`^Book a visit for patient ${order.patient_id}`);
  const page = await list.follow(button);
  expect(page.html).toMatch(new RegExp(`value="${session.id}" class="button small"`));
  await app.db.updateTable("classes").set({ status: "cancelled" }).execute();
  await seedClass({ ...app, clock }, leader, at + day, { kind_id: kind.id });
  const late = await list.follow(button);
  expect(late.text).toContain("The class that you came for has no free seat anymore. Choose another one.");
  const booked = await late.press(/^Book a seat/);
  expect(booked.text).toContain("Visit booked");
  expect((await startOf(order.id))?.start_at).toBe(at + day);
});
