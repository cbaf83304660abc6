import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../support/client";
import { seedOrder } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const order = await seedOrder(app);
const { link = "" } = await generateCode(app, operator, {
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
  phone: "+19195550100",
});
const half = link.length / 2;

test.each([
  ["a period", `${link}.`],
  ["a bracket", `${link})`],
  ["an angle bracket", `${link}%3E`],
  ["quotation marks", `%E2%80%9C${link}%E2%80%9D`],
  ["capitals", link.toUpperCase()],
  ["a zero-width space", `${link.slice(0, half)}%E2%80%8B${link.slice(half)}`],
  ["a tracking parameter", `${link}?utm_source=mail&fbclid=abc`],
  ["a tracking parameter without a question mark", `${link}&utm_source=mail`],
])("a link with %s opens the patient's pages", async (_, code) => {
  const track = await new Client(url).get(`/track/${code}`);
  expect(track.status).toBe(200);
  const schedule = await new Client(url).get(`/schedule/${code}`);
  expect(schedule.status).toBe(200);
  expect((await new Client(url).get(`/api/shortlink/timeline/${code}`)).json.patient_id).toBe(
    order.patient_id,
  );
});

test("a link with a different or shorter code opens nothing", async () => {
  for (const code of [link.slice(1), `${link}2`, "%E2%80%8B", "..."]) {
    expect((await new Client(url).get(`/track/${code}`)).status).toBe(404);
  }
});
