import { expect, test } from "vitest";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { importOrders } from "~/orders/import/import-orders.server";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { GenerateCode } from "~/orders/order-schema";
import { Client } from "../support/client";
import { outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const { app, url } = await startServer();
const database = await seedDatabase(app);
const supervisor = new Client(url);
await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);

const phoneOf = async (number: string) => {
  const found = await app.db
    .selectFrom("orders")
    .select(["phone", "phone_ext"])
    .where("sales_order_no", "=", number)
    .executeTakeFirst();
  return found && [found.phone, found.phone_ext];
};

async function* file(...rows: string[]) {
  yield ["brightree_db,patient_id,sales_order_no,phone", ...rows].join("\n");
}

test("an import keeps the extension with the number, and lists one that can't be dialed", async () => {
  const result = await importOrders(
    app,
    operator,
    file(
      `${database},81,E1,919-555-0181 x12`,
      `${database},82,E2,"919-555-0182,,4"`,
      `${database},83,E3,919-555-0183 ext. front desk`,
      `${database},84,E4,55 x12`,
      `${database},85,E5,919-555-0185`,
    ),
  );
  expect(result.inserted).toBe(5);
  expect(await phoneOf("E1")).toEqual(["+19195550181", "12"]);
  expect(await phoneOf("E2")).toEqual(["+19195550182", "4"]);
  expect(await phoneOf("E3")).toEqual(["+19195550183", "front desk"]);
  expect(await phoneOf("E4")).toEqual([null, null]);
  expect(await phoneOf("E5")).toEqual(["+19195550185", null]);
  expect(result.errors.map(({ line, field }) => [line, field])).toEqual([
    [4, "phone"],
    [5, "phone"],
  ]);
  await importOrders(app, operator, file(`${database},81,E1,919-555-0181`, `${database},82,E2,919-555-0199`));
  expect(await phoneOf("E1")).toEqual(["+19195550181", "12"]);
  expect(await phoneOf("E2")).toEqual(["+19195550199", null]);
});

test("an import reads extensions from their own column", async () => {
  const own = ["Brightree DB,Patient ID,Sales Order #,Phone,Extension", `${database},88,E8,919-555-0187,55`];
  const lines = async function* () {
    yield own.join("\n");
  };
  expect((await importOrders(app, operator, lines())).errors).toEqual([]);
  expect(await phoneOf("E8")).toEqual(["+19195550187", "55"]);
});

test("the API keeps extensions, and flags one that can't be dialed without losing the order", async () => {
  const key = await makeIntegrationKey(app, operator, { name: "extensions" });
  const order = { brightree_db: database, sales_order_no: "E6", patient_id: 86 };
  const put = (phone: string) =>
    new Client(url).put("/api/orders", { orders: [{ ...order, phone }] }, { authorization: `Bearer ${key}` });
  expect((await put("(919) 555-0186 ext 7")).json).toMatchObject({ inserted: 1, errors: [] });
  expect(await phoneOf("E6")).toEqual(["+19195550186", "7"]);
  const flagged = await put("(919) 555-0186 ext. lobby");
  expect([flagged.status, flagged.json.updated, flagged.json.errors.length]).toEqual([200, 1, 1]);
  expect(await phoneOf("E6")).toEqual(["+19195550186", "lobby"]);
});

test("a code is texted to the number without the extension", async () => {
  const input = GenerateCode.parse({
    patient_id: 87,
    brightree_db: database,
    sales_order_no: "E7",
    phone: "919-555-0187 x300",
  });
  await generateCode(app, staffOf(), input);
  expect(await phoneOf("E7")).toEqual(["+19195550187", "300"]);
  expect((await outboxOf(app)).map(({ recipient }) => recipient)).toContain("+19195550187");
  const refused = GenerateCode.safeParse({ ...input, phone: "919-555-0187 ext. desk" });
  expect(refused.error?.issues[0]?.message).toBe("Please enter the extension as digits, like x12.");
});

test("staff see and dial the extension on the order, visit, and call pages, and change it", async () => {
  const order = await seedOrder(app, { phone: "+19195550188", phone_ext: "12" });
  const therapist = await seedTherapist(app);
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + 2 * day,
  });
  for (const address of [`/orders/${order.id}`, `/visits/${visit.id}`]) {
    const { html, text } = await PlainPage.open(supervisor, address);
    expect(html).toContain('href="tel:+19195550188,12"');
    expect(text).toContain("(919) 555-0188 ext. 12");
  }
  const waiting = await seedOrder(app, { phone: "+19195550189", phone_ext: "12" });
  const id = await app.db
    .transaction()
    .execute((trx) =>
      openCallTask({ trx, app, who: staffOf() }, { orderId: waiting.id, reason: "no_visit" }),
    );
  const call = await PlainPage.open(supervisor, `/call-tasks/${id}`);
  expect(call.html).toContain('href="tel:+19195550189,12"');
  expect((await PlainPage.open(supervisor, "/calendars?tab=worklist")).html).toContain("tel:+19195550189,12");
  const change = await call.follow("Change number");
  expect(change.text).toContain("The number on file is (919) 555-0189 ext. 12.");
  const wrong = await change.press("Save number", { phone: "919-555-0189 ext. desk" });
  expect(wrong.text).toContain("Please enter the extension as digits, like x12.");
  const changed = await change.press("Save number", { phone: "919-555-0189 ext. 34" });
  expect(changed.html).toContain('href="tel:+19195550189,34"');
  expect((await supervisor.get("/api/call-tasks")).json).toMatchObject([
    { phone: "+19195550189", phone_ext: "34" },
  ]);
});
