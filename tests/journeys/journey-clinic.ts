import { expect } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { testClock } from "../support/scratch";
import { morningStarts, seedDatabase, seedSlots, seedTherapist, seedUser } from "../support/seed";
import { startServer } from "../support/server";

/**
 * Opens a clinic on today's date, because the command-line tools use the system's clock. Its outbox stands for the
 * providers, as in the demo.
 */
export async function openClinic() {
  const server = await startServer({}, testClock(Date.now()), { demo: true });
  const { app, url } = server;
  await seedDatabase(app, "QHMS");
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id, name: "Hannah Whitfield" });
  const mornings = morningStarts(app);
  await seedSlots(app, therapist, [...mornings, ...mornings.map((start) => start + 5 * hour)]);
  const supervisor = await seedUser(app, ["supervisor"]);
  const admin = await seedUser(app, ["admin"]);
  return { app, url, user, therapist, supervisor, admin };
}

export type Clinic = Awaited<ReturnType<typeof openClinic>>;

/** Signs in a staff user with a password through the API. */
export async function signedIn(url: string, user: { email: string; password: string }): Promise<Client> {
  const client = new Client(url);
  const reply = await client.post("/api/login", { email: user.email, password: user.password });
  expect(reply.status).toBe(200);
  return client;
}

/** Lists messages to a phone number or email address as an admin sees them, newest first. */
export async function messagesTo(clinic: Clinic, to: string): Promise<{ kind: string; body: string }[]> {
  const admin = await signedIn(clinic.url, clinic.admin);
  const reply = await admin.get(`/api/admin/outbox?to=${encodeURIComponent(to)}`);
  expect(reply.status).toBe(200);
  return reply.json;
}
