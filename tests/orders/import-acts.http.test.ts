import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { prepareUploads } from "~/orders/import/change-import.server";
import { uploadOf } from "~/orders/import/imports.server";
import { cases } from "../support/cases";
import { PlainPage } from "../support/plain-page";
import { morningStarts, seedDatabase, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app, clock } = await startServer();
await seedDatabase(app);
let admin = await staffClient({ app, url }, "admin");
const header = "brightree_db,patient_id,sales_order_no,patient_name,dob,phone,email,state,step";

async function uploaded(lines: string[], client = admin): Promise<PlainPage> {
  const { location } = await client.upload(
    "/admin/import",
    "orders.csv",
    `${[header, ...lines].join("\n")}\n`,
  );
  return PlainPage.open(client, location ?? "");
}

async function ended(page: PlainPage): Promise<PlainPage> {
  await expect
    .poll(async () => (await page.open(page.path)).html, { timeout: 50_000 })
    .not.toContain("data-working");
  return page.open(page.path);
}

async function imported(...lines: string[]): Promise<PlainPage> {
  const checked = await ended(await uploaded(lines));
  return ended(await checked.press(/^Import [\d,]+ orders?$/));
}

const find = (number: string) =>
  app.db.selectFrom("orders").selectAll().where("sales_order_no", "=", number).executeTakeFirst();

test("the check lists what is new, changed, unchanged, left out, and refused, and changes nothing", async () => {
  await imported("QHMS,1,0100,Ann Lee,4/12/1956,9195550101,,NC,2", "QHMS,2,200,Bo Lee,,,,NC,2");
  const checked = await ended(
    await uploaded([
      "QHMS,1,0100,Ann Lee-Fox,4/12/1956,9195550102,,NC,3",
      "QHMS,2,200,Bo Lee,,,,NC,2",
      "QHMS,3,300,Cy Lee,13/45/60,,,NC,2",
      "QHMS,4,,Di Lee,,,,NC,2",
      "QHMS,1,100,Ann Lee,,,,NC,2",
      "QHMS,9,300,Ed Lee,,,,NC,2",
      "QHMS,3,0300,Cy Lee,,,,NC,2",
    ]),
  );
  expect(checked.text).toContain("3 new orders will be added.");
  expect(checked.text).toContain("1 order will change: Patient name in 1, Phone in 1, Step in 1.");
  expect(checked.text).toContain("1 order will stay unchanged.");
  expect(checked.text).toContain("1 line has a value that can't be read and will be imported without it.");
  expect(checked.text).toContain("2 lines have problems and won't be imported.");
  expect(checked.text).toContain(
    "2 order numbers differ from another one only by zeros at the start: 100, 0300",
  );
  expect(checked.text).toContain("1 order number belongs to another patient: 9");
  expect(await find("0100")).toMatchObject({ patient_name: "Ann Lee", phone: "+19195550101", step: 2 });
  expect(await find("300")).toBeUndefined();
});

test("an admin corrects a line in place: a refused one becomes an order, a flagged one gets its value", async () => {
  const done = await imported("QHMS,11,,Flo Ray,,,,NC,2", "QHMS,12,1200,Gil Ray,,12,,NC,2");
  expect(done.text).toContain(
    "1 new order, 0 changed, 0 unchanged; 1 line rejected; 1 line imported without",
  );
  const rejected = await admin.get(`${done.path}/rejected.csv`);
  const again = await admin.upload("/admin/import", "rejected.csv", rejected.text);
  expect((await ended(await PlainPage.open(admin, again.location ?? ""))).text).toContain(
    "1 order will stay unchanged.",
  );
  const [refusedLines = "", flaggedLines = ""] = done.links("Show or correct 1 line");
  const form = await (await PlainPage.open(admin, refusedLines)).follow("Correct line 2");
  expect(form.values("patient_name")).toEqual(["Flo Ray"]);
  const still = await form.press("Save the order", { sales_order_no: "1100", dob: "13/45/60" });
  expect(still.text).toContain("Enter the date of birth like 1960-01-31 or 1/31/1960.");
  const saved = await still.press("Save the order", { dob: "4/12/56" });
  expect(saved.text).toContain("Order saved");
  expect(saved.text).toContain("2 new orders, 0 changed, 0 unchanged; 1 line imported without");
  expect(await find("1100")).toMatchObject({ patient_id: 11, dob: "1956-04-12" });
  const flagged = await (await PlainPage.open(admin, flaggedLines)).follow("Correct line 3");
  const all = await flagged.press("Save the order", { phone: "(919) 555-0112" });
  expect(all.text).toContain("2 new orders, 0 changed, 0 unchanged.");
  expect(await find("1200")).toMatchObject({ phone: "+19195550112" });
  expect((await admin.get(`${done.path}/rows/2`)).status).toBe(404);
});

test("an undo removes new orders and restores changed values, except what was used since", async () => {
  await imported("QHMS,21,2100,Ina Poe,4/12/1956,9195550121,,NC,2", "QHMS,22,2200,Jo Poe,,9195550122,,NC,2");
  const before = await find("2100");
  clock.advance(minute);
  const done = await imported(
    "QHMS,21,2100,Ina Poe-Fox,4/12/1957,9195550199,i@mail.example,TN,4",
    "QHMS,22,2200,Jo Poe,,9195550188,,NC,3",
    "QHMS,23,2300,Kit Poe,,,,NC,4",
    "QHMS,24,2400,Lu Poe,,,,NC,4",
    "QHMS,25,2500,Mo Poe,,,,NC,4",
  );
  expect(done.text).toContain("3 new orders, 2 changed");
  clock.advance(minute);
  const therapist = await seedTherapist(app);
  const order_id = (await find("2400"))?.id ?? 0;
  await seedVisit(app, { order_id, therapist_id: therapist.id, start_at: morningStarts(app)[0] ?? 0 });
  await app.db
    .updateTable("orders")
    .set({ phone: "+19195550177" })
    .where("sales_order_no", "=", "2200")
    .execute();
  await app.db
    .updateTable("orders")
    .set({ urgent: 1, updated_at: clock.now() })
    .where("sales_order_no", "=", "2500")
    .execute();
  const asked = await done.follow("undo this import");
  expect(asked.text).toContain("This removes 3 orders");
  const undone = await ended(await asked.press("Undo the import"));
  expect(undone.text).toContain("The import was undone for 2 orders. 3 orders stayed as imported.");
  expect(undone.table("Orders that weren't undone")).toEqual([
    {
      Order: "QHMS 2200",
      Patient: "Jo Poe",
      Import: "Changed it",
      Reason: "It was changed after the import.",
    },
    { Order: "QHMS 2400", Patient: "Lu Poe", Import: "Added it", Reason: "A visit was booked on it." },
    { Order: "QHMS 2500", Patient: "Mo Poe", Import: "Added it", Reason: "It was changed after the import." },
  ]);
  expect(await find("2300")).toBeUndefined();
  expect(await find("2200")).toMatchObject({ phone: "+19195550177", step: 2 });
  expect({ ...(await find("2100")), updated_at: 0 }).toEqual({ ...before, updated_at: 0 });
});

test("a stopped import shows what was imported, and can be finished or undone", async () => {
  const most = cases(5000, 20_000);
  const lines = Array.from({ length: most }, (_, index) => `QHMS,${50_000 + index},K${index},Name,,,,NC,2`);
  const checked = await ended(await uploaded(lines));
  const running = await checked.press(`Import ${most.toLocaleString("en")} orders`);
  const asked = await running.follow("Stop the import");
  const second = await staffClient({ app, url }, "admin");
  const other = await uploaded(["QHMS,61,6100,Pat Orr,,,,NC,2"], second);
  expect(other.text).toContain("This starts after 1 other import.");
  const stopped = await asked.press("Stop the import");
  const [, count = ""] =
    /stopped\. ([\d,]+) new orders? and 0 changed orders are in/.exec(stopped.text) ?? [];
  const saved = async () =>
    Number(
      (
        await app.db
          .selectFrom("orders")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("patient_id", ">=", 50_000)
          .where("patient_id", "<", 70_000)
          .executeTakeFirstOrThrow()
      ).count,
    );
  const inAtStop = Number(count.replaceAll(",", ""));
  expect(inAtStop).toBeLessThan(most);
  expect(await saved()).toBe(inAtStop);
  expect((await ended(other)).text).toContain("1 new order will be added.");
  expect(await saved()).toBe(inAtStop);
  const done = await ended(await stopped.press("Import the rest"));
  expect(done.text).toContain(`${most.toLocaleString("en")} new orders, 0 changed, 0 unchanged.`);
  const undone = await ended(await (await done.follow("undo this import")).press("Undo the import"));
  expect(undone.text).toContain(`The import was undone for ${most.toLocaleString("en")} orders.`);
  expect(await saved()).toBe(0);
}, 90_000);

test("a file that no one imports is deleted after a day", async () => {
  const page = await ended(await uploaded(["QHMS,71,7100,Quin Orr,,,,NC,2"]));
  const { stored_as } = await app.db
    .selectFrom("imports")
    .select("stored_as")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const file = uploadOf(app.config.dataDir, stored_as);
  expect(existsSync(file)).toBe(true);
  clock.advance(day + minute);
  await prepareUploads(app);
  expect(existsSync(file)).toBe(false);
  admin = await staffClient({ app, url }, "admin");
  expect((await PlainPage.open(admin, page.path)).text).toContain(
    "The file was deleted a day after its upload. Upload it again.",
  );
});

test("an import can't be undone after an hour", async () => {
  const done = await imported("QHMS,31,3100,Ned Orr,,,,NC,2");
  clock.advance(hour + minute);
  const late = await staffClient({ app, url }, "admin");
  const asked = await PlainPage.open(late, `${done.path}/undo`);
  expect((await asked.press("Undo the import")).text).toContain("An import can be undone for one hour");
  expect((await PlainPage.open(late, done.path)).text).not.toContain("undo this import");
  expect(await find("3100")).toBeDefined();
});

test("a file that repeats orders has the same counts before and after, in words", async () => {
  admin = await staffClient({ app, url }, "admin");
  await imported("QHMS,71,7100,Ann Roe,4/12/1956,9195550171,,NC,2", "QHMS,72,7200,Bo Roe,,,,NC,2");
  const checked = await ended(
    await uploaded([
      "QHMS,71,7100,Ann Roe,4/12/1956,9195550171,,NC,2",
      "QHMS,71,7100,Ann Roe,4/12/1956,9195550172,,NC,2",
      "QHMS,72,7200,Bo Roe,,,,NC,2",
      "QHMS,72,7200,Bo Roe,,,,NC,2",
      "QHMS,73,7300,Cy Roe,,,,NC,2",
      "QHMS,73,7300,Cy Roe-Fox,,,,NC,2",
      "QHMS,73,7300,Cy Roe-Fox,,,,NC,2",
      "QHMS,99,7300,Di Roe,,,,NC,2",
    ]),
  );
  const repeated =
    "4 lines repeat orders of this file. Each order is imported once, with the values of its last line.";
  expect(checked.text).toContain("3 orders can be imported.");
  expect(checked.lists.flat()).toEqual(
    expect.arrayContaining([
      "1 new order will be added.",
      "1 order will change: Phone in 1.",
      "1 order will stay unchanged.",
      repeated,
      "1 line has a problem and won't be imported.",
    ]),
  );
  const done = await ended(await checked.press("Import 3 orders"));
  expect(done.text).toContain("1 new order, 1 changed, 1 unchanged; 1 line rejected.");
  expect(done.text).toContain(repeated);
  expect(await find("7300")).toMatchObject({ patient_name: "Cy Roe-Fox" });
});

test("a file's reasons fit its values: short years, accents in an email, a foreign prefix, and two numbers in a cell", async () => {
  const done = await imported(
    "QHMS,81,8100,Ann Poe,4/12/24,9195550181,,NC,2",
    "QHMS,82,8200,Bo Poe,11/27/56,001 919 555 0182,josé@mail.example,NC,2",
    "QHMS,83,8300,Cy Poe,4/12/1956,919-555-0183 / 919-555-0193,cy@mail.example; c@mail.example,NC,2",
  );
  expect(done.text).toContain("3 new orders, 0 changed, 0 unchanged; 2 lines imported without a value");
  expect(done.text).toContain(
    "1 birth date couldn't be read: 4/12/24 The year of birth has two digits, and the century isn't clear. Enter four digits, like 1924.",
  );
  expect(done.text).toContain(
    "1 email address couldn't be read: josé@mail.example An email address can't have letters with accents, like é.",
  );
  expect(done.text).toContain(
    "1 cell has several phone numbers, of which the first is used: 919-555-0183 / 919-555-0193",
  );
  expect(done.text).toContain("1 cell has several email addresses, of which the first is used");
  expect(await find("8100")).toMatchObject({ dob: null, phone: "+19195550181" });
  expect(await find("8200")).toMatchObject({ dob: "1956-11-27", phone: "+19195550182", email: null });
  expect(await find("8300")).toMatchObject({ phone: "+19195550183", email: "cy@mail.example" });
});
