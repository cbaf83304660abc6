import { expect, test } from "vitest";
import { atEnd } from "../support/cleanup";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { openScratch, testClock } from "../support/scratch";
import { seedClinic, seedUser, signInPatient, signInStaff } from "../support/seed";
import { spawnServer } from "../support/server";

// A separate process writes a whole log. Both use the system's clock.
const server = await spawnServer({ LOG_LEVEL: "debug" });
const { url } = server;
const app = openScratch({ DATA_DIR: server.dataDir }, testClock(Date.now()));
atEnd(() => app.close());
const { database, order, therapist } = await seedClinic(app);
const admin = new Client(url);
await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);

/** A ZIP code that nothing else in a log resembles. */
const zip = "73737";

test("the log, the audit log, and addresses keep no ZIP code, from the order to a visit at home", async () => {
  await app.db
    .insertInto("visit_kinds")
    .values({ company_id: therapist.company_id, name: "Setup at home", name_es: "En su casa", mode: "home" })
    .execute();
  await app.db.updateTable("therapists").set({ zip_prefixes: '["737"]' }).execute();
  const addresses: string[] = [];
  const seen = (page: PlainPage) => {
    addresses.push(page.address, ...page.links(/./));
    return page;
  };
  const put = (value: string) =>
    admin.put("/api/orders", {
      orders: [{ brightree_db: database, patient_id: 71001, sales_order_no: "71001", zip: value }],
    });
  await put(`${zip}-1234`);
  await put(`${zip} Peoria`);
  const form = seen(await PlainPage.open(admin, "/new-appointment/order"));
  const fields = {
    brightree_db: database,
    patient_id: "71010",
    patient_name: "Ruth Avery",
    phone: "919-555-0142",
    dob: "4/12/1956",
  };
  seen(await form.press("Create order", { ...fields, zip: `${zip}-x` }));
  seen(await form.press("Create order", { ...fields, zip }));
  const change = seen(await PlainPage.open(admin, `/orders/${order.id}/zip`));
  seen(await change.press("Save", { zip: `${zip} x` }));
  seen(await change.press("Save", { zip }));
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  const cards = seen(await PlainPage.open(patient, "/schedule"));
  const times = seen(await cards.follow("Setup at home"));
  const booked = await seen(await times.follow(/^Select/)).press("Confirm", { sms_consent: "on" });
  seen(booked);
  const visit = await app.reads
    .selectFrom("visits")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const sheet = seen(await PlainPage.open(admin, `/visits/${visit.id}`));
  expect(sheet.text).toContain(zip);

  const orders = await app.reads.selectFrom("orders").select("zip").where("zip", "is not", null).execute();
  expect(orders).toEqual([{ zip }, { zip }, { zip }]);
  const audit = await app.reads.selectFrom("audit_log").selectAll().execute();
  expect(audit.map(({ action }) => action)).toContain("order.zip-changed");
  const places = {
    log: server.output().split("\n"),
    audit: audit.map((entry) => JSON.stringify(entry)),
    addresses,
  };
  for (const [place, texts] of Object.entries(places)) {
    expect([place, texts.length > 0]).toEqual([place, true]);
    expect([place, texts.filter((text) => text.includes(zip))]).toEqual([place, []]);
  }
});
