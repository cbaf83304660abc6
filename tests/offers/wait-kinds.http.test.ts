import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { seedOffers, thursday } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { seedOrder, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer({}, undefined, { demo: true });
const { therapist } = await seedOffers({ ...app, clock });
const { company_id } = await app.db
  .selectFrom("therapists")
  .select("company_id")
  .where("id", "=", therapist.id)
  .executeTakeFirstOrThrow();
const leader = { ...therapist, company_id };
const supervisor = await staffClient({ app, url }, "supervisor");

const one = await seedOrder({ ...app, clock });
const onlyVideo = new Client(url);
await signInPatient(app, onlyVideo, one.id);

test("where only one kind can be booked, the form, the page, and the API name no kinds", async () => {
  const form = await PlainPage.open(onlyVideo, "/my-wait");
  expect(form.text).not.toContain("How you'd like to meet");
  const saved = await form.press("Let me know", { sms_consent: "on" });
  expect(saved.text).toContain("Saved. We're looking for a time for you.");
  const { json } = await onlyVideo.get("/api/my-wait");
  expect(Object.keys(json as object)).toEqual([
    "waiting",
    "parts",
    "weekdays",
    "notice_hours",
    "standby",
    "until",
    "since",
    "call",
  ]);
  await saved.press("Stop looking for me");
});

let classes = 0;

async function withClasses() {
  const kind = await seedClassKind({ ...app, clock }, company_id, {
    name: `Setup class ${++classes}`,
    name_es: "Clase de inicio",
  });
  const start = thursday + 30 * hour + classes * day;
  return { kind, session: await seedClass({ ...app, clock }, leader, start, { kind_id: kind.id }) };
}

async function patient(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder({ ...app, clock }, fields);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, client };
}

test("a patient chooses the kinds to wait for, in English and Spanish, and sees a class that fits now", async () => {
  const { kind, session } = await withClasses();
  const { client } = await patient();
  const form = await PlainPage.open(client, "/my-wait");
  expect(form.text).toContain("How you'd like to meet");
  const wrong = await form.press("Let me know", { kinds: [""] });
  expect(wrong.text).toContain("Choose at least one way to meet.");
  const saved = await wrong.press("Let me know", { kinds: [String(kind.id)], sms_consent: "on" });
  expect(saved.text).toContain("Saved. We're looking for a time for you.");
  expect(saved.text).toContain(kind.name);
  expect(saved.text).toContain("A class by video, together with other patients");
  const seat = await saved.follow("See this time");
  expect(seat.text).toContain("Confirm");
  expect(seat.text).toContain(kind.name);
  expect((await client.get("/api/my-wait")).json).toMatchObject({
    kinds: [kind.id],
    bookable_kinds: [{ name: "Setup by video" }, { id: kind.id, name: kind.name }],
  });

  const { client: spanish } = await patient({ language: "es" });
  await PlainPage.open(spanish, "/my-wait?lang=es");
  const formulario = await PlainPage.open(spanish, "/my-wait");
  expect(formulario.text).toContain("Cómo prefiere su cita");
  expect(formulario.text).toContain("Clase de inicio");
  const guardado = await formulario.press("Avísenme", { kinds: [String(kind.id)], sms_consent: "on" });
  expect(guardado.text).toContain("Guardado. Estamos buscando una hora para usted.");
  await app.db.deleteFrom("classes").where("id", "=", session.id).execute();
});

test("the API keeps a patient's kinds, refuses others, and takes all without a list", async () => {
  const { kind } = await withClasses();
  const { client } = await patient();
  const put = (body: object) => client.put("/api/my-wait", body);
  expect((await put({ kinds: [kind.id] })).json).toMatchObject({ kinds: [kind.id] });
  expect(await put({ kinds: [kind.id + 99] })).toMatchObject({ status: 422 });
  expect(await put({ kinds: [] })).toMatchObject({ status: 422 });
  const { kinds, bookable_kinds } = (await put({})).json as {
    kinds: number[];
    bookable_kinds: { id: number }[];
  };
  expect(kinds).toEqual(bookable_kinds.map(({ id }) => id));
});

test("staff choose a patient's kinds, and the list and the API name them", async () => {
  const { kind } = await withClasses();
  const order = await seedOrder({ ...app, clock });
  const form = await PlainPage.open(supervisor, `/orders/${order.id}/wait`);
  expect(form.text).toContain("Kinds of visits");
  await form.press("Add to waiting list", { kinds: [String(kind.id)] });
  const list = await PlainPage.open(supervisor, "/offers?who=without");
  expect(list.text).toContain(`Only ${kind.name}`);
  const { json } = await supervisor.get("/api/waiting");
  const rows = (Array.isArray(json) ? json : (json as { waiting: unknown[] }).waiting) as {
    patient_id: number;
    kinds?: number[];
  }[];
  expect(rows.find(({ patient_id }) => patient_id === order.patient_id)?.kinds).toEqual([kind.id]);
});

test("a patient takes an offered seat on the offer's page, which names the class", async () => {
  const { kind, session } = await withClasses();
  const { order, client } = await patient();
  await (await PlainPage.open(client, "/my-wait")).press("Let me know", {
    kinds: [String(kind.id)],
    sms_consent: "on",
  });
  await app.db
    .insertInto("freed_times")
    .values({
      therapist_id: leader.id,
      start_at: session.start_at,
      freed_at: clock.now(),
      next_wave_at: clock.now(),
      left_by: null,
    })
    .execute();
  await runWaves({ ...app, clock });
  const sealed = await app.db
    .selectFrom("offers")
    .select("code_sealed")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const offer = await PlainPage.open(client, `/offer/${app.secrets.open(sealed.code_sealed)}`);
  expect(offer.text).toContain(`${kind.name} with ${therapist.name}, 60 minutes`);
  expect(offer.text).not.toContain("will confirm the visit");
  const taken = await offer.press("Take this time");
  expect(taken.text).toContain("Your visit is booked");
  const visit = await app.db
    .selectFrom("visits")
    .select(["class_id", "status", "start_at"])
    .where("order_id", "=", order.id)
    .executeTakeFirst();
  expect(visit).toEqual({ class_id: session.id, status: "confirmed", start_at: session.start_at });
});
