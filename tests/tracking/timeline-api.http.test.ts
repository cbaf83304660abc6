import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../support/client";
import { seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const order = await seedOrder(app);
const { link, code } = await generateCode(app, operator, {
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
  phone: "+19195550100",
});

test("the timeline API accepts the link code in the path or query, or the session", async () => {
  const visitor = new Client(url);
  const byPath = await visitor.get(`/api/shortlink/timeline/${link}`);
  const byQuery = await visitor.get(`/api/shortlink/timeline?code=%20${link}`);
  await signInPatient(app, visitor, order.id, "link");
  const bySession = await visitor.get("/api/shortlink/timeline");
  expect(byPath.status).toBe(200);
  expect(byPath.json).toMatchObject({
    ok: true,
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
  });
  expect(Object.keys(byPath.json).sort()).toEqual(
    [
      ...["appointment", "brightree_db", "created_at", "ok", "patient_id", "recdate", "referral_at"],
      ...["sales_order_no", "start_at", "steps", "stopped", "waiting_on"],
    ].sort(),
  );
  expect(byQuery.json).toEqual(byPath.json);
  expect(bySession.json).toEqual(byPath.json);
  expect(byPath.headers.get("cache-control")).toBe("no-store");
});

test.each(["/api/shortlink/timeline/%s", "/api/shortlink/timeline?code=%s"])(
  "an unknown code or an access code at %s returns 404",
  async (path) => {
    for (const wrong of [code, "nothing", "a".repeat(20), "%27%20or%201%3D1"]) {
      const reply = await new Client(url).get(path.replace("%s", wrong));
      expect([reply.status, reply.json.ok, typeof reply.json.error]).toEqual([404, false, "string"]);
    }
  },
);

test("without a code, the timeline API requires a patient session", async () => {
  const anonymous = await new Client(url).get("/api/shortlink/timeline");
  expect([anonymous.status, anonymous.json.ok]).toEqual([401, false]);
  const byQuery = new Client(url);
  await signInPatient(app, byQuery, order.id, "query");
  expect((await byQuery.get("/api/shortlink/timeline")).status).toBe(403);
});
