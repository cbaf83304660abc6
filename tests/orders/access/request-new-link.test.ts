import { expect, test } from "vitest";
import { newToken } from "~/core/secrets.server";
import { day, hour } from "~/core/time";
import { type ClientInfo, operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { requestNewLink } from "~/orders/access/request-new-link.server";
import { revokeAccess } from "~/orders/access/revoke-access.server";
import { signInByCode } from "~/orders/access/sign-in/sign-in-by-code.server";
import { scratchApp } from "../../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedVisit } from "../../support/seed";

const client = (address = "10.0.0.1"): ClientInfo => ({ address, agent: null, browser: newToken() });

async function patientWithCode() {
  const app = await scratchApp();
  await seedDatabase(app);
  const order = await seedOrder(app, { phone: "+19195550123", email: "alex@example.com" });
  const { code } = await generateCode(app, operator, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    phone: "+19195550123",
  });
  const sent = async () =>
    (await app.db.selectFrom("outbox").select("recipient").where("kind", "=", "access-code").execute())
      .length;
  const before = await sent();
  return { app, order, code, newMessages: async () => (await sent()) - before };
}

test("requesting a link with a used code sends it to the phone and email on file", async () => {
  const { app, code, newMessages } = await patientWithCode();
  await signInByCode(app, client(), { code });
  await requestNewLink(app, client(), code);
  expect(await newMessages()).toBe(2);
});

test("requesting a link with an expired code sends it", async () => {
  const { app, code, newMessages } = await patientWithCode();
  app.clock.advance(30 * day);
  await requestNewLink(app, client(), code);
  expect(await newMessages()).toBe(2);
});

test("unknown, live, revoked, and old codes send nothing and get the same response", async () => {
  const { app, order, code, newMessages } = await patientWithCode();
  const unknown = code === "111111" ? "222222" : "111111";
  expect(await requestNewLink(app, client("10.0.0.2"), unknown)).toBeUndefined();
  expect(await requestNewLink(app, client("10.0.0.3"), code)).toBeUndefined();
  await signInByCode(app, client(), { code });
  await revokeAccess(app, operator, order);
  expect(await requestNewLink(app, client("10.0.0.4"), code)).toBeUndefined();
  app.clock.advance(100 * day);
  expect(await requestNewLink(app, client("10.0.0.5"), code)).toBeUndefined();
  expect(await newMessages()).toBe(0);
});

test("an order gets at most three new links a day, and an IP address can request at most five an hour", async () => {
  const { app, code, newMessages } = await patientWithCode();
  await signInByCode(app, client(), { code });
  for (let count = 0; count < 5; count++) await requestNewLink(app, client(), code);
  expect(await newMessages()).toBe(6);
  await expect(requestNewLink(app, client(), code)).rejects.toMatchObject({ code: "too-many" });
  app.clock.advance(25 * hour);
  await requestNewLink(app, client(), code);
  expect(await newMessages()).toBe(8);
});

test("a patient with a visit gets a link to the visit instead of an invitation to choose a time", async () => {
  const { app, order, code } = await patientWithCode();
  await signInByCode(app, client(), { code });
  const therapist = await seedTherapist(app);
  const start_at = app.clock.now() + 5 * day;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  await requestNewLink(app, client(), code);
  const email = await app.db
    .selectFrom("outbox")
    .select("subject")
    .where("kind", "=", "access-code")
    .where("channel", "=", "email")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  expect(email?.subject).toBe("Equipment setup visit: your new link");
});
