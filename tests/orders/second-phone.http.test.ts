import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const file = (cell: string) =>
  Buffer.from(
    [
      "Acct Nbr;Patient;Pref Lang;Sales Ord;Cell Ph;Home Ph;Work Ph;Notes",
      `1001;Fox, Ann;ENG;S-1;919-555-0101;919-555-0102;;`,
      `1002;Lee, Bo;Sp;S-2;${cell};(919) 555-0104 ext. 4;;call after 5 PM`,
      "1003;Cruz, Eva;Spanish;S-3;ask wife;919-555-0106;;",
      "1004;Day, Max;;S-4;;none;919-555-0108;",
    ].join("\r\n"),
  );

test("the home phone is used for patients without a cell phone, with a note, and never replaces a saved phone", async () => {
  const { url, app } = await startServer();
  await seedDatabase(app, "OFFICE");
  const admin = await staffClient({ app, url }, "admin");
  const ended = async (page: PlainPage) => {
    await expect
      .poll(async () => (await page.open(page.path)).html, { timeout: 20_000 })
      .not.toContain("data-working");
    return page.open(page.path);
  };
  const phones = () =>
    app.db
      .selectFrom("orders")
      .select(["sales_order_no", "phone", "phone_ext", "language"])
      .orderBy("id")
      .execute();
  const first = await admin.upload("/admin/import", "setups.csv", file("n/a"));
  const columns = await PlainPage.open(admin, first.location ?? "");
  expect(columns.text).toContain("Work Ph Another column is chosen for Home or second phone.");
  // Short names of columns are read in full, and a column of notes is kept.
  const checked = await ended(await columns.press("Check the file"));
  expect(checked.text).toContain("4 orders can be imported, and no line has a problem.");
  expect(checked.text).toContain(
    "2 patients get the home or second phone: (919) 555-0104 ext. 4, 919-555-0106 There is no other phone",
  );
  const done = await ended(await checked.press("Import 4 orders"));
  expect(await phones()).toEqual([
    { sales_order_no: "S-1", phone: "+19195550101", phone_ext: null, language: "en" },
    { sales_order_no: "S-2", phone: "+19195550104", phone_ext: "4", language: "es" },
    { sales_order_no: "S-3", phone: "+19195550106", phone_ext: null, language: "es" },
    { sales_order_no: "S-4", phone: null, phone_ext: null, language: null },
  ]);
  expect(await app.db.selectFrom("order_notes").select("body").execute()).toEqual([
    { body: "Notes: call after 5 PM" },
  ]);
  expect((await done.follow(/^Show 2 lines/)).text).toContain("Cruz, Eva 919-555-0106");

  // The cell phone arrives, and a later file that lacks it again doesn't take it away.
  for (const cell of ["919-555-0110", ""]) {
    const { location } = await admin.upload("/admin/import", "setups.csv", file(cell));
    await ended(await (await ended(await PlainPage.open(admin, location ?? ""))).press("Import 4 orders"));
    expect((await phones())[1]).toMatchObject({ phone: "+19195550110", phone_ext: null });
  }
}, 60_000);
