import { expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { agree, rowsTo } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { therapist, starts } = await seedClinic(app);

async function patient(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(app, fields);
  const client = new Client(server.url);
  await signInPatient(app, client, order.id);
  return { order, client };
}

test("the buttons on My visit and the API share one limit, and the page shows whom to call", async () => {
  const { order, client } = await patient();
  await aVisit(app, therapist, app.clock.now() + hour / 2, {
    order_id: order.id,
    status: "confirmed",
    confirmed_at: 1,
  });
  for (const minutes of [5, 10, 15]) {
    expect((await client.post("/api/my-appointment/late", { minutes })).status).toBe(204);
    expect((await client.submit("/my-visit", { call: String(minutes !== 10) })).status).toBe(303);
  }
  const refused = await client.submit("/my-visit", { late: "5" });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("This one wasn&#x27;t sent. If something has changed, call");
  expect(refused.text).toContain("(919) 555-0100");
  const answer = await client.post("/api/my-appointment/late", { minutes: 7 });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await rowsTo(app, therapist.email)).not.toHaveLength(0);
});

test("after ten bookings and moves in an hour, the page and the API refuse a move in the patient's language", async () => {
  const { order, client } = await patient({ chosen_language: "es" });
  const [first = 0, ...later] = starts.filter((start) => start > app.clock.now() + 2 * day);
  await aVisit(app, therapist, first, { order_id: order.id });
  const move = (start: number) => client.patch("/api/my-appointment", { datetime: iso(start) });
  for (let index = 0; index < 10; index++) {
    expect((await move([...later, first][index % 3] ?? 0)).status).toBe(200);
  }
  const refused = await move(later[5] ?? 0);
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(
    /Esta vez no se cambió nada\. Inténtelo más tarde o llame a .+ al \(919\) 555-0100\./,
  );
  const page = await client.submit("/my-visit/move", {
    datetime: iso(later[5] ?? 0),
    therapist: therapist.name,
  });
  expect(page.status).toBe(429);
  expect(page.text).toContain("Esta vez no se cambió nada.");
});

test("a patient who turned texts on four times today can still turn them off", async () => {
  const { order, client } = await patient();
  await agree(app, order.phone ?? "");
  await aVisit(app, therapist, app.clock.now() + 4 * day, { order_id: order.id });
  const set = (on: boolean) => client.put("/api/my-appointment/texts", { on });
  for (let round = 0; round < 4; round++) {
    await set(false);
    expect((await set(true)).status).toBe(200);
  }
  const off = await (await PlainPage.open(client, "/my-visit")).press("Stop texts about my setup visit");
  expect(off.text).toContain("Texts about your visit are off.");
  expect((await set(true)).status).toBe(429);
  const page = await client.submit("/my-visit", { on: "true" });
  expect(page.status).toBe(429);
  expect(page.text).toContain("Texts stay off for now.");
  const confirmations = (await rowsTo(app, order.phone ?? "")).filter(
    ({ kind }) => kind === "opt-out-confirmation",
  );
  expect(confirmations).toHaveLength(1);
});
