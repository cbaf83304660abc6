import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../../support/client";
import { PlainPage } from "../../support/plain-page";
import { monday, testClock } from "../../support/scratch";
import { seedDatabase, seedOrder, seedUser, signInStaff } from "../../support/seed";
import { startServer } from "../../support/server";
import { staffOf } from "../../support/users";

const codes = "/supervisordashboard/codes";
const caption = "Pending Access Codes";

/** A server with the demo's outbox instead of providers, and a signed-in supervisor. */
async function clinic(clock = testClock()) {
  const { app, url } = await startServer({}, clock, { demo: true });
  const user = await seedUser(app, ["supervisor"]);
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, user.id);
  await seedDatabase(app, "OTHER");
  const add = async (fields: Parameters<typeof seedOrder>[1] & { sentTo?: string } = {}) => {
    const { sentTo, ...columns } = fields;
    const order = await seedOrder(app, columns);
    const { id, code, link } = await generateCode(app, staffOf(), {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      sales_order_no: order.sales_order_no ?? undefined,
      phone: sentTo ?? order.phone ?? undefined,
    });
    return { order, id, code, link };
  };
  const textsTo = async (orderId: number) =>
    app.db
      .selectFrom("outbox")
      .select(["status", "not_before"])
      .where("order_id", "=", orderId)
      .where("kind", "=", "access-code")
      .where("channel", "=", "sms")
      .orderBy("id")
      .execute();
  const patients = async (query: string, client = supervisor) =>
    (await PlainPage.open(client, codes + query))
      .table(caption)
      .flatMap((row) => row["Patient ID"]?.replace(/^.*?\d+ ?/, "") ?? []);
  /** Lets time pass. The session would end, so the supervisor signs in again. */
  const goTo = async (at: number) => {
    clock.set(at);
    await signInStaff(app, supervisor, user.id);
  };
  return { app, url, clock, user, supervisor, add, textsTo, patients, goTo };
}

test("pending codes are searched, filtered, and sorted by more than part 2's columns", async () => {
  const { app, supervisor, add, patients, goTo } = await clinic();
  const ada = await add({ patient_name: "Ada North", phone: "+19195550177" });
  await goTo(monday + 2 * hour);
  const ben = await add({ patient_name: "Ben Cole", brightree_db: "OTHER" });
  const page = await PlainPage.open(supervisor, codes);
  expect(Object.keys(page.table(caption)[0] ?? {}).slice(0, 7)).toEqual([
    "Code",
    "Email",
    "Phone",
    "Patient ID",
    "Brightree DB",
    "Sent",
    "Expires",
  ]);
  expect(await patients("")).toEqual(["Ben Cole", "Ada North"]);
  expect(await patients("?sort=expires&direction=asc")).toEqual(["Ada North", "Ben Cole"]);
  expect(await patients("?search=north")).toEqual(["Ada North"]);
  expect(await patients(`?search=${ben.code}`)).toEqual(["Ben Cole"]);
  expect(await patients("?search=9195550177")).toEqual(["Ada North"]);
  expect(await patients(`?search=${ada.order.patient_id}`)).toEqual(["Ada North"]);
  expect(await patients("?db=OTHER")).toEqual(["Ben Cole"]);
  const sorted = await page.follow("Patient ID");
  expect(sorted.table(caption)).toHaveLength(2);
  const expiry = app.config.accessCodeDays * day;
  await goTo(monday + expiry - day);
  expect(await patients("?expires=tomorrow")).toEqual(["Ben Cole", "Ada North"]);
  expect(await patients("?expires=today")).toEqual([]);
});

test("the list shows when the patient last opened the link, and has the link to copy", async () => {
  const { url, supervisor, add, goTo } = await clinic();
  const { link } = await add({ patient_name: "Ada North" });
  const before = await PlainPage.open(supervisor, codes);
  expect(before.table(caption)[0]?.Sent).toContain("Link not opened");
  expect(before.html).toContain(`value="${url}/schedule/${link}"`);
  const patient = new Client(url);
  for (const wait of [hour, day + hour]) {
    await goTo(monday + wait);
    await patient.get(`/schedule/${link}`);
  }
  const after = await PlainPage.open(supervisor, `${codes}?sort=opened`);
  expect(after.table(caption)[0]?.Sent).toContain("Link opened Tue, Mar 3, 11:00 AM");
});

test("codes whose link the patient never opened are resent together", async () => {
  const { url, supervisor, add, patients, textsTo } = await clinic();
  const opened = await add({ patient_name: "Ada North" });
  const unopened = await add({ patient_name: "Ben Cole" });
  await new Client(url).get(`/schedule/${opened.link}`);
  const found = await (await PlainPage.open(supervisor, codes)).press("Show", { opened: "no" });
  const chosen = await (await found.follow("Select all 1 on this page")).press("Resend selected codes…");
  const done = await chosen.press("Resend 1 code");
  expect(done.text).toContain("1 code sent.");
  expect(await textsTo(unopened.order.id)).toHaveLength(2);
  expect(await textsTo(opened.order.id)).toHaveLength(1);
  expect((await done.follow("Back to the codes")).address).toContain("opened=no");
  expect(await patients("?opened=yes")).toEqual(["Ada North"]);
});

test("all codes that expire tomorrow are resent together, and sending the form again sends nothing twice", async () => {
  const { app, clock, user, supervisor, add, textsTo, goTo } = await clinic();
  const orders = [await add(), await add(), await add()];
  const { accessCodeDays } = app.config;
  await goTo(monday + (accessCodeDays - 1) * day);
  const later = await add();
  const found = await (await PlainPage.open(supervisor, codes)).press("Show", { expires: "tomorrow" });
  const selected = await found.follow("Select all 3 on this page");
  const chosen = await selected.press("Resend selected codes…");
  expect(chosen.table("Codes to resend")).toHaveLength(3);
  clock.advance(minute);
  const done = await chosen.press("Resend 3 codes");
  expect(done.text).toContain("3 codes sent. They are in the demo's outbox.");
  expect(done.table("Results").map((row) => row.Result)).toEqual(["Sent", "Sent", "Sent"]);
  clock.advance(minute);
  const again = await chosen.press("Resend 3 codes");
  expect(again.text).toContain("0 codes sent. 3 codes not sent yet.");
  expect(again.table("Results")[0]?.Result).toMatch(/^Not sent\. It was already sent again on /);
  for (const { order } of orders) expect(await textsTo(order.id)).toHaveLength(2);
  expect(await textsTo(later.order.id)).toHaveLength(1);
  const entry = await app.db
    .selectFrom("audit_log")
    .select(["user_id", "details"])
    .where("action", "=", "codes.resent")
    .executeTakeFirstOrThrow();
  expect(entry.user_id).toBe(user.id);
  expect(JSON.parse(entry.details ?? "")).toEqual({ chosen: 3, queued: 3 });
  const back = await done.follow("Back to the codes");
  expect(back.address).toContain("expires=tomorrow");
});

test("a bulk resend leaves out used, replaced, and stopped codes with the reason, and sends the others", async () => {
  const { app, url, supervisor, clock, add, textsTo } = await clinic();
  const [sent, used, replaced, stopped, onHold] = [
    await add(),
    await add(),
    await add(),
    await add(),
    await add(),
  ];
  const list = await PlainPage.open(supervisor, `${codes}?select=all`);
  const chosen = await list.press("Resend selected codes…");
  clock.advance(minute);
  const patient = new Client(url);
  expect((await patient.post("/api/validate-code", { code: used.code })).status).toBe(200);
  await supervisor.post("/api/generate-code", {
    patient_id: replaced.order.patient_id,
    brightree_db: replaced.order.brightree_db,
    sales_order_no: replaced.order.sales_order_no,
    phone: replaced.order.phone,
  });
  await app.db
    .insertInto("consents")
    .values({
      phone: stopped.order.phone ?? "",
      given: 0,
      source: "keyword",
      wording: "STOP",
      created_at: clock.now(),
    })
    .execute();
  await app.db.updateTable("orders").set({ email: null }).where("id", "=", stopped.order.id).execute();
  await app.db
    .updateTable("threads")
    .set({ hold: "wrong_number" })
    .where("phone", "=", onHold.order.phone)
    .execute();
  const done = await chosen.press("Resend 5 codes");
  expect(done.text).toContain("1 code sent. 4 codes not sent yet.");
  const results = new Map(
    done.table("Results").map((row) => [Number(/\d+/.exec(row["Patient ID"] ?? "")?.[0]), row.Result]),
  );
  expect(results.get(sent.order.patient_id)).toBe("Sent");
  expect(results.get(used.order.patient_id)).toBe("Not sent. The patient has used this code.");
  expect(results.get(replaced.order.patient_id)).toBe("Not sent. This code was replaced or revoked.");
  expect(results.get(stopped.order.patient_id)).toContain("This number has opted out of texts.");
  expect(results.get(onHold.order.patient_id)).toContain("This phone number is on hold.");
  expect(await textsTo(used.order.id)).toHaveLength(1);
});

test("texts of a bulk resend wait in quiet hours, and the result says until when", async () => {
  const evening = monday + 11 * hour;
  const { supervisor, clock, add, textsTo } = await clinic(testClock(evening));
  const { order } = await add();
  const list = await PlainPage.open(supervisor, `${codes}?select=all`);
  const chosen = await list.press("Resend selected codes…");
  clock.advance(minute);
  const done = await chosen.press("Resend 1 code");
  expect(done.text).toContain("0 codes sent. 1 code not sent yet.");
  expect(done.table("Results")[0]?.Result).toMatch(/The text waits until Tue, Mar 3, 9:00 AM EST/);
  expect((await textsTo(order.id)).map(({ not_before }) => not_before)).toEqual([
    evening,
    Date.parse("2026-03-03T14:00:00Z"),
  ]);
});

test("nothing is resent without a selection or with more than 200 codes", async () => {
  const { supervisor, add } = await clinic();
  await add();
  const none = await (await PlainPage.open(supervisor, codes)).press("Resend selected codes…");
  expect(none.text).toContain("Select at least one code.");
  const query = new URLSearchParams(Array.from({ length: 201 }, (_, index) => ["code", `${index + 1}.1`]));
  const many = await supervisor.get(`${codes}/resend?${query}`);
  expect(many.status).toBe(422);
  expect(many.text).toContain("Select at most 200 codes.");
  const posted = await supervisor.submit(`${codes}/resend`, {});
  expect(posted.status).toBe(422);
});

test("the codes' CSV has the list's rows with names and phones, but no codes or links, and is audited", async () => {
  const { app, user, supervisor, add } = await clinic();
  const { order, code, link } = await add({ patient_name: "=Ada North" });
  await add({ brightree_db: "OTHER" });
  const page = await PlainPage.open(supervisor, `${codes}?db=QHMS`);
  const [address = ""] = page.links("Export as CSV");
  const { text } = await supervisor.get(address);
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  expect(rows).toMatchObject([{ Patient: "'=Ada North", "Patient ID": String(order.patient_id) }]);
  expect(rows[0]?.Phone).toContain(order.phone ?? "none");
  expect(text).not.toContain(code);
  expect(text).not.toContain(link);
  const entry = await app.db
    .selectFrom("audit_log")
    .select(["user_id", "details"])
    .where("action", "=", "codes.exported")
    .executeTakeFirstOrThrow();
  expect(entry.user_id).toBe(user.id);
  expect(JSON.parse(entry.details ?? "")).toMatchObject({ db: "QHMS", rows: 1, searched: false });
});

test("the list and its file don't say that a code was sent while nothing could send it", async () => {
  const { app, url } = await startServer();
  const user = await seedUser(app, ["supervisor"]);
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, user.id);
  const order = await seedOrder(app, { phone: "+19195550133" });
  await generateCode(app, staffOf(), {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    phone: "+19195550133",
  });
  const [row] = (await PlainPage.open(supervisor, codes)).table(caption);
  expect(row?.Sent).toMatch(/^Not sent\. Made /);
  const { text } = await supervisor.get(`${codes}.csv`);
  expect(parse(text, { columns: true, bom: true })).toMatchObject([{ Sent: "Not sent" }]);

  // A provider's refusal is no different, and the demo's outbox stands for a provider.
  const demo = await clinic();
  const { order: refused } = await demo.add();
  await demo.add({ phone: "+19195550134" });
  await demo.app.db
    .updateTable("outbox")
    .set({ status: "failed", error: "Not a mobile number." })
    .where("order_id", "=", refused.id)
    .execute();
  const sent = (await PlainPage.open(demo.supervisor, codes)).table(caption).map((one) => one.Sent);
  expect(sent.filter((text) => text?.startsWith("Not sent"))).toHaveLength(1);
  expect(sent).toHaveLength(2);
});
