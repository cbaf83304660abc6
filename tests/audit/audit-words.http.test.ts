import { expect, test } from "vitest";
import { auditSentenceOf, auditSentences } from "~/audit/audit-sentences";
import { describeEntries } from "~/audit/describe-records.server";
import { logAudit } from "~/audit/log-audit.server";
import { operator } from "~/core/who";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const client = new Client(url);

test("the audit log says who did what, and links the record", async () => {
  const { order } = await seedClinic(app);
  const admin = await seedUser(app, ["admin"], { name: "Adele Prescott" });
  await signInStaff(app, client, admin.id);
  const query = new URLSearchParams({ db: order.brightree_db, pid: String(order.patient_id) });
  await client.get(`/api/order-meta?${query}`);
  await client.submit(`/orders/${order.id}/urgent`, { urgent: "true" });
  const page = await PlainPage.open(client, "/admin/audit");
  const sentence = `Adele Prescott marked the order of patient ${order.patient_id} as urgent`;
  expect(page.text).toContain(sentence);
  // The stored action stays in view.
  expect(page.text).toContain("order.marked-urgent");
  expect(page.html).toContain(`<a href="/orders/${order.id}">the order of patient ${order.patient_id}</a>`);
  expect((await PlainPage.open(client, "/admin")).text).toContain(sentence);
});

test("actions by patients, by the server, and on deleted records are in words", async () => {
  const { order } = await seedClinic(app);
  const patient = {
    kind: "patient",
    sessionKind: "link",
    sessionId: 0,
    orderId: order.id,
    address: null,
  } as const;
  await app.db.transaction().execute(async (trx) => {
    await logAudit({ trx, app, who: patient }, "order.zone-chosen", `order ${order.id}`);
    await logAudit({ trx, app, who: operator }, "visit.moved", "visit 999999");
    await logAudit(
      { trx, app, who: { kind: "integration", name: "Portal", address: null } },
      "orders.imported",
    );
  });
  const entries = (await auditLogOf(app)).slice(-3);
  const words = (await describeEntries(app.reads, entries)).map(({ actor, action, record }) => {
    const { before, after } = auditSentenceOf(action);
    return `${actor} ${before}${after === null ? "" : record?.text}${after ?? ""}`;
  });
  const id = order.patient_id;
  expect(words).toEqual([
    `Patient ${id} chose the time zone of the order of patient ${id}`,
    "The server or the command line moved visit 999999",
    "The integration Portal imported orders",
  ]);
});

test("every sentence names at most one record and has no action's raw name", () => {
  for (const sentence of Object.values(auditSentences)) {
    expect(sentence.split("{record}").length).toBeLessThanOrEqual(2);
    expect(sentence).toMatch(/^[a-z]/);
    expect(sentence).not.toMatch(/\.$|\b[a-z]+\.[a-z]/);
  }
});

test("an action of an older version is shown by its name", () => {
  expect(auditSentenceOf("thing.done").before).toBe("did “thing.done” with ");
});
