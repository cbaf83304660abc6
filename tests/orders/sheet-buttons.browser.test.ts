import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { saveShipment } from "~/equipment/save-shipment.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import {
  seedClinic,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
const { database } = await seedClinic(app);
await app.db.updateTable("companies").set({ equipment: "inform", first_nights: 1 }).execute();
const user = await seedUser(app, ["supervisor"]);
const value = await signInStaff(app, new Client(url), user.id);
const zone = "America/New_York";

async function openPage(path: string) {
  const visitor = await openBrowser(url, { size: desktop });
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  await visitor.page.goto(path);
  return { visitor, page: visitor.page };
}

/** An order's sheet, opened on the list of orders. */
async function openSheet(patient_name: string) {
  const { visitor, page } = await openPage("/orders");
  await page.getByRole("row", { name: patient_name }).getByRole("link").first().click();
  return { visitor, page, sheet: page.locator("dialog#sheet[open]") };
}

test.each([
  ["It arrived", /Delivered/],
  ["It hasn't arrived", /Expected .+, not delivered/],
])(
  "in an order's sheet, a click on %s decides between the patient and the order system",
  async (button, then) => {
    const patient_name = `Patient ${button}`;
    const order = await seedOrder(app, { brightree_db: database, patient_name, visit_zone: zone });
    const therapist_id = (await seedTherapist(app)).id;
    await seedVisit(app, { order_id: order.id, therapist_id, start_at: clock.now() + day });
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    await (await PlainPage.open(client, "/my-visit")).press("Yes, it's here");
    const expected_on = addDays(localDate(clock.now(), zone), 3);
    await app.db
      .transaction()
      .execute((trx) =>
        saveShipment(
          { trx, app },
          order.id,
          { expected_on },
          { source: "order_system", by: "the order system" },
        ),
      );
    const { visitor, page, sheet } = await openSheet(patient_name);
    await sheet.getByText("Decide which is right.").waitFor();
    await sheet.getByRole("button", { name: button, exact: true }).click();
    await page.getByText("Saved").first().waitFor();
    await expect.poll(() => sheet.getByText("Decide which is right.").count()).toBe(0);
    expect(await sheet.innerText()).toMatch(then);
    expectNoProblems(visitor);
  },
);

test("in an order's sheet, the ZIP code opens and is saved", async () => {
  const order = await seedOrder(app, { brightree_db: database, patient_name: "Zelda Post", zip: null });
  const { company_id } = await app.db
    .selectFrom("databases")
    .select("company_id")
    .where("name", "=", database)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("visit_kinds")
    .values({ company_id, name: "Setup at home", name_es: "En su casa", mode: "home" })
    .execute();
  const { visitor, page, sheet } = await openSheet("Zelda Post");
  await sheet.locator(`a[href^="/orders/${order.id}/zip"]`).click();
  await sheet.getByLabel("ZIP code").fill("27601");
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() => app.db.selectFrom("orders").select("zip").where("id", "=", order.id).executeTakeFirst())
    .toEqual({ zip: "27601" });
  await page.getByText("27601").first().waitFor();
  expectNoProblems(visitor);
});

test("the link for a patient can be made from the order's sheet, and leads back to the list", async () => {
  await seedOrder(app, { brightree_db: database, patient_name: "Lena Link", phone: "+19195550155" });
  const { visitor, page, sheet } = await openSheet("Lena Link");
  await sheet.getByRole("link", { name: "Send link…" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/orders/links");
  expect(new URL(page.url()).searchParams.get("back")).toBe("/orders");
  await page.getByRole("button", { name: /1 link$/ }).click();
  await page.getByText(/1 link was (made|queued|sent)/).waitFor();
  expectNoProblems(visitor);
});

test("a supervisor chooses a file of nights in a browser and saves its nights", async () => {
  const order = await seedOrder(app, { brightree_db: database, patient_name: "Nora Night" });
  const start_at = clock.now() - 9 * day;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: (await seedTherapist(app)).id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: zone,
  });
  await completeVisit(app, operator, visit.id);
  const { visitor, page } = await openPage("/nights/import");
  const lines = ["Patient ID,Date,Minutes", `${order.patient_id},${localDate(start_at, zone)},400`];
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "nights.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await page.getByRole("button", { name: "Save 1 night" }).click();
  await page.getByText("1 new night, 0 changed, 0 unchanged.").waitFor();
  expect(
    await app.db.selectFrom("nights").select("minutes").where("order_id", "=", order.id).execute(),
  ).toEqual([{ minutes: 400 }]);
  expectNoProblems(visitor);
});
