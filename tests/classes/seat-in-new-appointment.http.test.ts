import { expect, test } from "vitest";
import { day } from "~/core/time";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  seedCompany,
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

async function aClinic() {
  const server = await startServer();
  const { app, clock, url } = server;
  const companyId = await seedCompany(app);
  await seedDatabase(app);
  const user = await seedUser(app, ["therapist"]);
  const leader = await seedTherapist(app, { company_id: companyId, user_id: user.id });
  const other = await seedTherapist(app, { company_id: companyId });
  const kind = await seedClassKind(app, companyId, { name: "Setup class", booked_by: "staff" });
  const start = clock.now() + 7 * day;
  const ofKind = { kind_id: kind.id, seats: 2 };
  const full = await seedClass(app, leader, start, ofKind);
  const open = await seedClass(app, leader, start + day, ofKind);
  const others = await seedClass(app, other, start + 2 * day, ofKind);
  const takeSeat = async ({ id, start_at, end_at }: typeof open) =>
    seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: leader.id,
      class_id: id,
      kind_id: kind.id,
      start_at,
      end_at,
    });
  await takeSeat(full);
  await takeSeat(full);
  const supervisor = await staffClient(server, "supervisor");
  const order = await seedOrder(app, { patient_name: "Ruth Avery" });
  const path = `/new-appointment?order=${order.id}&kind=${kind.id}`;
  const own = async () => {
    const client = new Client(url);
    await signInStaff(app, client, user.id);
    return client;
  };
  return { ...server, supervisor, own, order, kind, open, others, takeSeat, path };
}

test("staff choose a class in New Appointment, and give the patient a seat", async () => {
  const { app, supervisor, order, kind, open, path } = await aClinic();
  const first = await PlainPage.open(supervisor, `/new-appointment?order=${order.id}`);
  const page = await first.press("Show times", { kind: String(kind.id) });
  expect(page.table("Classes").map((row) => row["Seats left"])).toEqual([
    "0 of 2 seats",
    "2 of 2 seats",
    "2 of 2 seats",
  ]);
  expect(page.html).toMatch(/<button[^>]*disabled=""[^>]*>Full/);
  expect(page.address).toContain(path.split("?")[1]?.split("&")[0]);
  const booked = await page.press(/^Book a seat/, { sms_consent: "on" });
  expect(booked.heading).toBe("New appointment");
  expect(booked.text).toContain("Visit booked");
  const visit = await app.reads
    .selectFrom("visits")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(visit).toMatchObject({ class_id: open.id, kind_id: kind.id, start_at: open.start_at });
});

test("a seat before the order is ready to schedule needs a reason, in New Appointment and on the class's page", async () => {
  const { app, supervisor, kind, open } = await aClinic();
  const orders = [await seedOrder(app, { source_step: 2 }), await seedOrder(app, { source_step: 2 })];
  const reason = "The doctor's office called.";
  const [first, second] = orders;
  const page = await PlainPage.open(supervisor, `/new-appointment?order=${first?.id}&kind=${kind.id}`);
  expect(page.text).toContain("Insurance can still deny it.");
  const refused = await page.press(/^Book a seat/, { reason: " " });
  expect(refused.text).toContain("Enter why you book before the order is ready to schedule.");
  expect((await refused.press(/^Book a seat/, { reason })).text).toContain("Visit booked");

  const found = await PlainPage.open(supervisor, `/classes/${open.id}/add?q=${second?.patient_id}`);
  const add = `Add to the class patient ${second?.patient_id}`;
  const without = await found.press(add, { reason: " " });
  expect(without.text).toContain("Enter why you book before the order is ready to schedule.");
  expect((await without.press(add, { reason })).text).toContain("The patient has a seat in this class.");
  const visits = await app.reads
    .selectFrom("visits")
    .select("booking_reason")
    .where("class_id", "=", open.id);
  expect(await visits.execute()).toEqual([{ booking_reason: reason }, { booking_reason: reason }]);

  const ready = await seedOrder(app);
  const plain = await PlainPage.open(supervisor, `/classes/${open.id}/add?q=${ready.patient_id}`);
  expect(plain.values("reason")).toEqual([]);
});

test("a class that filled up in the meantime is refused in words, and the list shows it as full", async () => {
  const { supervisor, open, takeSeat, path, app, order } = await aClinic();
  const page = await PlainPage.open(supervisor, path);
  await takeSeat(open);
  await takeSeat(open);
  const refused = await page.press(/^Book a seat/);
  expect(refused.text).toMatch(/full/i);
  expect(refused.table("Classes")[1]?.["Seats left"]).toBe("0 of 2 seats");
  const visits = await app.reads.selectFrom("visits").select("id").where("order_id", "=", order.id).execute();
  expect(visits).toEqual([]);
});

test("a therapist sees only their own classes there, and is led to schedule one if there is none", async () => {
  const { app, own, path } = await aClinic();
  const client = await own();
  expect((await PlainPage.open(client, path)).table("Classes")).toHaveLength(2);
  await app.db.deleteFrom("visits").execute();
  await app.db.updateTable("classes").set({ status: "cancelled" }).execute();
  const none = await PlainPage.open(client, path);
  expect(none.text).toContain("No class of this kind is scheduled.");
  expect(none.links("Schedule a class")).toEqual(["/classes/new"]);
});
