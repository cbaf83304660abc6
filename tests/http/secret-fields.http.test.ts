import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const admin = await seedUser(app, ["admin"]);

/** Each form with a secret whose name doesn't contain "password", "code", or "token". */
const forms = [
  ["/account/password", { current: "Quokka-one", password: "short", repeated: "Quokka-two" }],
  ["/account/two-step", { current: "Quokka-one", way: "pigeon" }],
  ["/account/two-step/confirm", { digits: "Quokka-one" }],
  ["/admin/single-sign-on", { client_secret: "Quokka-one", issuer: "nothing" }],
] as const;

test.each(forms)("%s shows a refused form again without its secrets", async (path, form) => {
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  const reply = await client.submit(path, form);
  expect([reply.status, reply.text.includes("Quokka")]).toEqual([422, false]);
});

test.each(forms)("%s isn't saved for after sign-in", async (path, form) => {
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  clock.advance(hour);
  const reply = await client.submit(path, form);
  expect([reply.status, reply.location]).toEqual([302, "/login"]);
});
