import { beforeAll, expect, test } from "vitest";
import { iso } from "~/core/time";
import { Client } from "../support/client";
import { rowsTo } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { morningStarts, seedClinic, seedOrder, seedSlots, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let clinic: Awaited<ReturnType<typeof seedClinic>>;
let starts: number[];

beforeAll(async () => {
  server = await startServer({}, undefined, { demo: true });
  clinic = await seedClinic(server.app);
  starts = morningStarts(server.app, 12)
    .slice(30)
    .filter((_, index) => index % 2 === 0);
  await seedSlots(server.app, clinic.therapist, starts);
});

const setOptional = (on: 0 | 1) => server.app.db.updateTable("companies").set({ sms_optional: on }).execute();

async function patient(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(server.app, fields);
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  const time = `/schedule?at=${encodeURIComponent(iso(starts.pop() ?? 0))}&with=${clinic.therapist.id}`;
  return { order, client, question: () => PlainPage.open(client, time) };
}

test("a patient turns texts off and on from My visit and gets one confirmation text", async () => {
  await setOptional(0);
  const { order, question } = await patient();
  let page = await (await question()).press("Confirm", { sms_consent: "on" });
  expect(page.text).toContain("You agreed to texts about your visit.");
  page = await page.press("Stop texts about my setup visit");
  expect(page.text).toContain("We won't text you anymore.");
  expect(page.text).toContain("Texts about your visit are off.");
  const confirmations = (await rowsTo(server.app, order.phone ?? "")).filter(
    ({ kind }) => kind === "opt-out-confirmation",
  );
  expect(confirmations).toHaveLength(1);
  page = await page.press("Text me about my setup visit. Msg & data rates may apply.");
  expect(page.text).toContain("We'll text you about your visit.");
  expect(page.text).toContain("You agreed to texts about your visit.");
});

test("a patient without a phone number sees no switch for texts", async () => {
  await setOptional(1);
  const { question } = await patient({ phone: null });
  const page = await (await question()).press("Confirm", { updates: "email" });
  expect(page.text).toContain("Request sent");
  expect(page.buttons(/text/i)).toEqual([]);
});

test("the texts switch on another patient's page changes nothing", async () => {
  const { client, question } = await patient();
  await (await question()).press("Confirm", { sms_consent: "on" });
  const refused = await client.submit("/my-visit", { on: "false", page_token: "0".repeat(16) });
  expect(refused.status).toBe(409);
  expect((await PlainPage.open(client, "/my-visit")).text).toContain("You agreed to texts about your visit.");
});

test("if texts are optional, a patient chooses how to get updates when booking", async () => {
  await setOptional(1);
  const { order, question } = await patient();
  let page = await (await question()).press("Confirm", { updates: "text" });
  expect(page.text).toContain("Check the box to get updates by text, or choose email or a phone call.");
  page = await page.press("Confirm", { updates: "phone" });
  expect(page.text).toContain("Request sent");
  const saved = await server.app.db
    .selectFrom("orders")
    .select("updates")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(saved.updates).toBe("phone");
});

test("if texts are required, no other option is offered", async () => {
  await setOptional(0);
  const page = await (await patient()).question();
  expect(page.text).not.toContain("How should we send you updates?");
  expect((await page.press("Confirm")).text).toContain("Check the box to agree to text updates");
});
