import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { monday, testClock } from "../support/scratch";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer({}, testClock(monday + 6 * hour), { demo: true });
await seedDatabase(app, "OFFICE");
const admin = await staffClient({ app, url }, "admin");
const supervisor = await staffClient({ app, url }, "supervisor");
const typed = { patient_name: "Rosa Álvarez", dob: "4/12/1956", phone: "(919) 555-0171" };

const findByName = (name: string) =>
  app.db.selectFrom("orders").selectAll().where("patient_name", "=", name).execute();

test("a supervisor adds a patient with a name, a date of birth, and a phone number, and sends the link", async () => {
  const list = await PlainPage.open(supervisor, "/orders");
  const form = await list.follow("+ Add patient");
  expect(form.heading).toBe("Add a patient");
  expect(form.text).not.toMatch(/Brightree|Database/);
  const order = ["patient_name", "dob", "phone", "email", "patient_id"].map((name) =>
    form.html.indexOf(`id="f-${name}"`),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(form.text).toContain("Patient's name (required)");
  const added = await form.press("Add patient", typed);
  expect(added.text).toContain("Patient added. Send the link, or book a visit.");
  const [saved] = await findByName("Rosa Álvarez");
  expect(saved).toMatchObject({ phone: "+19195550171", dob: "1956-04-12", step: 4, brightree_db: "OFFICE" });
  expect(saved?.patient_id).toBeGreaterThan(900_000_000_000);
  // The next step is the link, without a search for it.
  expect(added.heading).toBe("Send links");
  expect((await added.press("Send 1 link")).text).toContain("1 link sent.");
});

test("the same patient isn't added twice, and a file without numbers changes the order that was added by hand", async () => {
  const form = await PlainPage.open(admin, "/new-appointment/order?next=order");
  await form.press("Add patient", { ...typed, patient_name: "Bo Lee", phone: "", email: "bo@mail.example" });
  const again = await form.press("Add patient", { ...typed, patient_name: "LEE, Bo" });
  expect(again.status).toBe(409);
  expect(again.text).toContain("A patient with this name and date of birth already has an open order.");
  const [before] = await findByName("Bo Lee");
  expect((await again.follow("Open that order")).path).toBe(`/orders/${before?.id}`);
  const file = "Patient Name,DOB,Phone\nBo Lee,04/12/1956,919-555-0172\n";
  const { location } = await admin.upload("/admin/import", "list.csv", file);
  const columns = await PlainPage.open(admin, location ?? "");
  const checking = await columns.press("Check the file");
  await expect
    .poll(async () => (await checking.open(checking.path)).html, { timeout: 50_000 })
    .not.toContain("data-working");
  const importing = await (await checking.open(checking.path)).press("Import 1 order");
  await expect
    .poll(async () => (await importing.open(importing.path)).text, { timeout: 50_000 })
    .toContain("0 new orders, 1 changed");
  expect(await findByName("Bo Lee")).toMatchObject([{ id: before?.id, phone: "+19195550172" }]);
});

test("a patient needs a phone number or an email address, and an order system needs its own number", async () => {
  const form = await PlainPage.open(admin, "/new-appointment/order?next=order");
  const refused = await form.press("Add patient", { ...typed, patient_name: "Cy Ray", phone: "" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Enter a phone number or an email address.");
  expect(refused.values("patient_name")).toEqual(["Cy Ray"]);
  await seedDatabase(app, "REMOTE");
  await app.db
    .insertInto("order_systems")
    .values({ database_name: "REMOTE", kind: "brightree" })
    .onConflict((conflict) => conflict.column("database_name").doUpdateSet({ kind: "brightree" }))
    .execute();
  const both = await PlainPage.open(admin, "/new-appointment/order?next=order");
  expect(both.text).toContain("Brightree DB");
  const remote = await both.press("Add patient", {
    ...typed,
    patient_name: "Cy Ray",
    brightree_db: "REMOTE",
  });
  expect(remote.text).toContain("Enter the patient's number in the order system.");
  await both.press("Add patient", {
    ...typed,
    patient_name: "Cy Ray",
    brightree_db: "REMOTE",
    patient_id: "4711",
  });
  expect(await findByName("Cy Ray")).toMatchObject([{ patient_id: 4711, step: 1 }]);
});
