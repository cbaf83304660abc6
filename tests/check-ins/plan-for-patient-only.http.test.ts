import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../support/client";
import { agree, rowsTo } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, signInPatient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights } from "../support/set-up-patients";

const { app, clock, url } = await startServer();
const { database, therapist } = await seedClinic(app);
await followNights(app);

async function askedPatient(fields = {}) {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id }, fields);
  await agree(app, order.phone ?? "");
  const signIn = async () => {
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    return client;
  };
  return { order, signIn };
}

test("a helper sees neither the plan nor the check-in", async () => {
  const { signIn } = await askedPatient();
  const email = "tom@mail.example";
  await (await PlainPage.open(await signIn(), "/my-visit/helper")).press("Add this person", {
    name: "Tom Baker",
    relation: "son",
    email,
  });
  clock.advance(2 * day);
  await runPlans(app);
  const client = await signIn();
  const [mail] = await rowsTo(app, email);
  const link = /\/schedule\/[a-z2-9]{20}/.exec(app.secrets.open(mail?.body_sealed ?? ""))?.[0] ?? "";
  const helper = new Client(url);
  expect((await helper.get(link)).status).toBe(200);
  for (const path of ["/my-visit", "/track"]) {
    expect((await PlainPage.open(client, path)).text).toContain("Tell us how it's going");
    const { text, status } = await PlainPage.open(helper, path);
    expect(status).toBe(200);
    expect(text).not.toContain("What comes next");
    expect(text).not.toContain("Tell us how it's going");
  }
});

test("the order's progress shows the plan's next step to the signed-in patient only", async () => {
  const { order, signIn } = await askedPatient();
  const page = await PlainPage.open(await signIn(), "/track");
  expect(page.text).toContain("What comes next");
  expect(page.text.split("We ask how it's going")).toHaveLength(2);
  expect(page.text).not.toContain("We call you");
  clock.advance(2 * day);
  await runPlans(app);
  const client = await signIn();
  const form = await (await PlainPage.open(client, "/track")).follow("Tell us how it's going");
  const done = await form.press("Send", { answer: "well" });
  expect(done.text).toContain("We're glad it's going well.");
  const { link } = await generateCode(app, operator, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    phone: "+19195550100",
  });
  for (const by of [new Client(url), client]) {
    const byLink = await PlainPage.open(by, `/track/${link}`);
    expect(byLink.status).toBe(200);
    expect(byLink.text).not.toContain("What comes next");
  }
});
