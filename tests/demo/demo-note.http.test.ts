import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const english = "This is a demo. Texts and emails aren't sent. An admin can read them under Outbox.";
const spanish = "Esta es una demostración. No se envían mensajes de texto ni correos.";

test("every page of the demo shows that it is one and where its messages are", async () => {
  const server = await startServer({}, undefined, { demo: true });
  const { order } = await seedClinic(server.app);
  const patient = new Client(server.url);
  expect((await PlainPage.open(patient, "/")).text).toContain(english);
  await signInPatient(server.app, patient, order.id);
  for (const path of ["/schedule", "/track", "/terms"]) {
    expect((await PlainPage.open(patient, path)).text).toContain(english);
  }
  const inSpanish = await (await PlainPage.open(new Client(server.url), "/login")).press("Español");
  expect(inSpanish.text).toContain(spanish);
  const supervisor = await PlainPage.open(await staffClient(server, "supervisor"), "/supervisordashboard");
  expect(supervisor.text).toContain(english);
  const admin = await PlainPage.open(await staffClient(server, "admin"), "/admin/health");
  const outbox = await admin.follow("Outbox");
  expect([outbox.path, outbox.heading]).toEqual(["/admin/outbox", "Outbox"]);
  expect(outbox.text).toContain("In the demo, texts and emails are not sent.");
});

test("no page outside of the demo has the note", async () => {
  const server = await startServer();
  const { order } = await seedClinic(server.app);
  const patient = new Client(server.url);
  await signInPatient(server.app, patient, order.id);
  const pages = [
    await PlainPage.open(patient, "/schedule"),
    await PlainPage.open(await staffClient(server, "admin"), "/admin/outbox"),
  ];
  for (const page of pages) expect([page.status, /demo/i.test(page.text)]).toEqual([200, false]);
});
