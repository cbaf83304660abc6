import { expect, test } from "vitest";
import { day, minute } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { startFakeTwilio } from "../support/fake-twilio";
import { agree, rowsTo } from "../support/http-actions";
import { seedOffers } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

type Server = Awaited<ReturnType<typeof startServer>>;

/** Signs in a patient who agreed to texts and waits for confirmation. */
async function waitingPatient({ app, url }: Server) {
  const { therapist } = await seedClinic(app);
  const order = await seedOrder(app, { patient_name: "Ruth Avery" });
  await agree(app, order.phone ?? "");
  const start_at = app.clock.now() + 10 * day;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { client, order };
}

const tom = { name: "Tom Baker", relation: "son", phone: "(336) 555-1001" };
const addHelper = async (client: Client) =>
  (await PlainPage.open(client, "/my-visit/helper")).press("Add this person", tom);

test("without providers, no page claims that a message was or will be sent", async () => {
  const server = await startServer();
  const { client, order } = await waitingPatient(server);
  const visit = await PlainPage.open(client, "/my-visit");
  expect(visit.text).toContain("We can't send you messages, so check this page again");
  expect(visit.text).not.toContain("We'll send you");
  expect((await PlainPage.open(client, "/track")).text).not.toContain("We'll send you a message");
  expect((await addHelper(client)).text).toContain("but we couldn't send them a message");
  const off = await visit.press("Stop texts about my setup visit");
  const on = await off.press(/^Text me about my setup visit/);
  expect(on.text).toContain("We saved your choice, but we can't send texts right now.");
  const wish = await (await PlainPage.open(client, "/my-visit/earlier")).press(
    "Let me know about earlier times",
  );
  expect(wish.text).toContain("We saved your wish, but we have no way to send you a message yet.");
  const link = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  expect((await PlainPage.open(new Client(server.url), `/track/${link}`)).text).not.toContain("We'll send");
});

test("without providers, a patient with an old code sees that they have to call", async () => {
  const { url, app } = await startServer();
  await seedClinic(app);
  const wrong = await (await PlainPage.open(new Client(url), "/")).press("Login", { code: "123456" });
  const asked = await wrong.press("Send me a new link");
  expect(asked.text).toContain("We can't send messages right now.");
  expect(asked.text).not.toContain("we sent a new link");
});

test("with a provider, the pages announce messages", async () => {
  const twilio = await startFakeTwilio();
  const server = await startServer({ ...twilio.environment, REQUIRE_MFA: "off" });
  const { client } = await waitingPatient(server);
  expect((await PlainPage.open(client, "/my-visit")).text).toContain("We'll send you a message");
  expect((await PlainPage.open(client, "/track")).text).toContain("We'll send you a message");
  expect((await addHelper(client)).text).toContain("Your helper was added. We've sent them a message.");
});

test("a helper whose number the provider refuses is added, and the page shows that no message was sent", async () => {
  const twilio = await startFakeTwilio(() => ({ error: { status: 400, code: 21211 } }));
  const server = await startServer({ ...twilio.environment, REQUIRE_MFA: "off" });
  const { client } = await waitingPatient(server);
  expect((await addHelper(client)).text).toContain("but we couldn't send them a message");
});

test.each([
  [true, "We've sent you a message with the time of your visit."],
  [false, "We couldn't send you a message about it."],
])(
  "after accepting an offer, the page shows whether a message was sent (demo: %j)",
  async (demo, sentence) => {
    const { app, url, clock } = await startServer({}, undefined, { demo });
    const { seedWaiting, free } = await seedOffers({ ...app, clock });
    const { phone } = await seedWaiting({ patient_name: "Avery, Ruth" });
    await free();
    clock.advance(minute);
    await runWaves(app);
    const [offer] = (await rowsTo(app, phone ?? "")).filter(({ kind }) => kind === "visit-offer");
    const [path = ""] = /\/offer\/\w{20}/.exec(app.secrets.open(offer?.body_sealed ?? "")) ?? [];
    const accepted = await (await PlainPage.open(new Client(url), path)).press("Take this time");
    expect(accepted.text).toContain(sentence);
  },
);
