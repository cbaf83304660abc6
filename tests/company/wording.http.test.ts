import { expect, test } from "vitest";
import { Client } from "../support/client";
import { outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInPatient, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const { order } = await seedClinic(app);
const admin = new Client(url);
await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
const spanish = new Client(url);
await signInPatient(app, spanish, order.id);
await app.db.updateTable("orders").set({ chosen_language: "es" }).execute();

const path = "/admin/company/wording";
const show = (query: string) => PlainPage.open(admin, `${path}?${query}`);
const company = () => app.db.selectFrom("companies").selectAll().executeTakeFirstOrThrow();
const ownTexts = async () => JSON.parse((await company()).texts ?? "{}");

async function save(texts: Record<string, string>, query = "language=es&part=schedule") {
  const { hidden } = await show(query);
  return admin.submit(`${path}?${query}`, { ...hidden, ...texts });
}

test("the wording page lists every section, and each sentence with its default and a readable key", async () => {
  const page = await show("language=es&part=schedule");
  for (const text of [
    "Schedule and My visit",
    "Order tracking",
    "Consent and greetings",
    "Form fields",
    "Absence title › none",
    "Elija la hora de su cita",
  ]) {
    expect(page.html).toContain(text);
  }
  for (const part of ["visits", "tracking", "login", "orders", "messages", "company", "ui", "core"]) {
    const { html } = await show(`language=en&part=${part}`);
    expect([part, html.includes(`name="en.${part}.`)]).toEqual([part, true]);
  }
});

test("a search finds sentences in all sections and ignores accents", async () => {
  const { html } = await show("language=es&q=GRATIS");
  expect(html).toContain('name="es.login.languages.lead"');
  expect(html).not.toContain('name="es.schedule.title"');
  expect((await show("language=es&q=imagenes-de-gatos")).html).toContain("No sentence contains");
  expect((await show("language=es&q=codigo")).html).toContain("código");
});

test("several sentences can be saved together, and patients see them", async () => {
  const reply = await save({
    "es.schedule.myVisit": "  Mi   consulta ",
    "es.schedule.absenceTitle.none": "Escoja la hora\r\nde su cita",
    "es.schedule.title": "",
  });
  expect([reply.status, reply.location]).toEqual([
    303,
    expect.stringContaining("/admin/company/wording?company="),
  ]);
  expect(await ownTexts()).toEqual({
    "es.schedule.myVisit": "Mi consulta",
    "es.schedule.absenceTitle.none": "Escoja la hora de su cita",
  });
  expect((await spanish.get("/my-visit")).text).toContain("Escoja la hora de su cita");
  expect((await show("language=es&part=tracking")).html).toContain("(2 custom)");
});

test("the audit log contains the keys but not the sentences", async () => {
  const { details } = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "company.wording-changed")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details ?? "{}").keys.sort()).toEqual([
    "es.schedule.absenceTitle.none",
    "es.schedule.myVisit",
  ]);
  expect(details).not.toContain("cita");
});

test("a company with only some custom sentences shows the default for all others", async () => {
  const { text } = await spanish.get("/my-visit");
  expect(text).toContain("Escoja la hora de su cita");
  expect(text).toContain("Todavía no tiene");
});

test.each([
  ["es.schedule.load.found.one", "un terapeuta", "Add {count}, exactly as in the default."],
  ["es.schedule.load.found.one", "{count} {nombre}", "Remove {nombre}, which the default"],
  ["es.schedule.load.found.one", "{count} {count}", "Use {count} only once."],
  ["es.schedule.load.found.one", "{count} { count }", "Use { and } only around names in the default."],
  ["es.schedule.title", `A${"a".repeat(1000)}`, "Use at most 1,000 characters."],
  ["es.schedule.title", "A\u0000b", "This text contains a character that can&#x27;t be stored."],
  ["es.visits.text.reminder", `{when} {therapist} ${"a".repeat(320)}`, "Use at most 320 characters."],
  ["es.messages.help", "{company}: le ayudamos.", "Keep the word STOP."],
  ["en.orders.codeShort", "{code}", "Remove {code}, which the default"],
  ["es.schedule.unknown", "Hola", "One sentence below needs a correction. Nothing was saved."],
  ["fr.schedule.title", "Bonjour", "Nothing was saved."],
  ["en.company.messageFrequency", "Often.", "Nothing was saved."],
])("%s can't be changed to %j", async (key, wording, message) => {
  const before = await company();
  const part = key.split(".")[1];
  const reply = await save(
    { [key]: wording, "es.schedule.myVisit": "Otra" },
    `language=${key.slice(0, 2)}&part=${part}`,
  );
  expect(reply.status).toBe(422);
  expect(reply.text).toContain(message);
  expect(await company()).toEqual(before);
});

test("a refused sentence keeps the text entered, even if its key contains the word code", async () => {
  const query = "language=en&part=orders";
  const { hidden } = await show(query);
  const reply = await admin.submit(`${path}?${query}`, { ...hidden, "en.orders.codeShort": "My {code}" });
  expect(reply.text).toContain(">My {code}</textarea>");
  expect(reply.text).toContain("One sentence below needs a correction.");
});

test("markup in a sentence has no effect", async () => {
  await save({ "es.schedule.myVisit": "<script>alert(1)</script>" });
  const { text } = await spanish.get("/");
  expect(text).not.toContain("<script>alert(1)");
  expect((await show("language=es&part=schedule")).html).toContain("&lt;script&gt;alert(1)");
});

test("Restore default restores one sentence and saves the other fields", async () => {
  const page = await show("language=es&part=schedule");
  expect(page.html).toContain("Restore default");
  await admin.submit(path, {
    ...page.hidden,
    "es.schedule.myVisit": "Mi consulta",
    "es.schedule.absenceTitle.none": "Escoja",
    default: "es.schedule.absenceTitle.none",
  });
  expect(await ownTexts()).toEqual({ "es.schedule.myVisit": "Mi consulta" });
  expect((await spanish.get("/my-visit")).text).toContain("Elija la hora de su cita");
});

test("a sentence that matches the default isn't stored, so it follows later changes to the default", async () => {
  const { version } = await company();
  await save({ "es.schedule.absenceTitle.none": "Elija la hora de su cita" });
  expect((await company()).version).toBe(version);
});

test("an edit based on an older version is refused, and nothing changes", async () => {
  const { hidden } = await show("language=es&part=schedule");
  await save({ "es.schedule.myVisit": "Mi visita nueva" });
  const reply = await admin.submit(path, { ...hidden, "es.schedule.myVisit": "Vieja" });
  expect(reply.status).toBe(409);
  expect(reply.text).toContain("Someone else changed this company.");
  expect(await ownTexts()).toEqual({ "es.schedule.myVisit": "Mi visita nueva" });
});

test("sentences sent by text show their segment count and a warning about characters that cost more", async () => {
  const { html } = await show("language=es&part=visits");
  expect(html).toContain("Sent by text: 1 segment with sample values.");
  expect(html).not.toContain("fits only 70 characters");
  await save({ "es.visits.text.review": "Díganos cómo le fue aquí: {link}" }, "language=es&part=visits");
  const after = (await show("language=es&part=visits")).html;
  expect(after).toContain("A text with í ó fits only 70 characters per segment instead of 160.");
});

test("a patient's messages use the company's sentences", async () => {
  await save({ "es.visits.subject.submitted": "Recibimos su cita" }, "language=es&part=visits");
  const page = await PlainPage.open(spanish, "/schedule");
  const question = await page.open(page.links(/^Elegir|^Seleccionar/).at(-1) ?? "");
  await spanish.submit("/schedule", { ...question.hidden, sms_consent: "on" });
  const subjects = (await outboxOf(app)).map(({ subject }) => subject);
  expect(subjects).toContain("Recibimos su cita");
});

test("a sentence that no longer fits its default isn't used, and the page shows the reason", async () => {
  const texts = { "es.schedule.myVisit": "Mi {visita}", "es.schedule.old": "Ya no existe" };
  await app.db
    .updateTable("companies")
    .set({ texts: JSON.stringify(texts) })
    .execute();
  expect((await spanish.get("/my-visit")).text).not.toContain("{visita}");
  const { html } = await show("language=es&part=schedule");
  expect(html).toContain("Your wording no longer fits the default.");
  expect(
    (await save({ "es.schedule.myVisit": "Mi {visita}", "es.schedule.cancel": "No puedo ir" })).status,
  ).toBe(303);
});

test("the combined length of all custom sentences is limited", async () => {
  const keys = [...(await show("language=es&part=tracking")).html.matchAll(/name="(es\.tracking\.[\w.]+)"/g)];
  const long = Object.fromEntries(keys.map(([, key = ""]) => [key, `x${"ñ".repeat(900)}`]));
  const texts = Object.fromEntries(
    Array.from({ length: 110 }, (_, index) => [`es.old.${index}`, "x".repeat(900)]),
  );
  await app.db
    .updateTable("companies")
    .set({ texts: JSON.stringify(texts) })
    .execute();
  const key = Object.keys(long).find((each) => each.endsWith(".title")) ?? "";
  const reply = await save({ [key]: long[key] ?? "" }, "language=es&part=tracking");
  expect(reply.status).toBe(422);
  expect(reply.text).toContain("Your custom sentences are too long in total.");
});

test("only admins can open the wording page, and an unknown company is refused", async () => {
  const supervisor = await staffClient({ app, url }, "supervisor");
  expect((await supervisor.get(path)).status).toBe(302);
  expect((await admin.get(`${path}?company=Unknown`)).status).toBe(404);
  expect((await admin.submit(path, { "es.schedule.title": "Hola" })).status).toBe(422);
  expect((await admin.get(`${path}?language=xx&part=nothing`)).status).toBe(200);
});
