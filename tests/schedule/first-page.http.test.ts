import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);

async function patientWho(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(app, fields);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return client;
}

test("the page with the times explains what happens if the patient does nothing, in both languages", async () => {
  const english = await PlainPage.open(await patientWho(), "/schedule");
  expect(english.text).toContain("Your order waits until you choose a time.");
  const spanish = await PlainPage.open(await patientWho({ language: "es" }), "/schedule");
  expect(spanish.text).toContain("Su pedido espera hasta que usted elija una hora.");
});

test("a signed-in patient with a wrong tracking link is led to their own order", async () => {
  const client = await patientWho();
  const wrong = await PlainPage.open(client, "/track/abcdefghijkmnpqrstuv");
  expect(wrong.status).toBe(404);
  expect(wrong.text).toContain("We couldn't find an order for this link.");
  expect(wrong.links("Sign in")).toEqual([]);
  const own = await wrong.follow("Track my order");
  expect([own.path, own.status]).toEqual(["/track", 200]);
  const stranger = await PlainPage.open(new Client(url), "/track/abcdefghijkmnpqrstuv");
  expect(stranger.links("Sign in")).toEqual(["/"]);
});
