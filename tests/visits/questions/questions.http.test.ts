import { beforeEach, expect, test } from "vitest";
import { day, hour, localDate } from "~/core/time";
import { defaultQuestions } from "~/visits/questions/default-questions";
import { Client } from "../../support/client";
import { PlainPage } from "../../support/plain-page";
import {
  morningStarts,
  seedClinic,
  seedOrder,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer();
const { app, url } = server;
const clinic = await seedClinic(app);
const starts = morningStarts(app, 20).filter((_, index) => index % 2 === 0);
const admin = await staffClient(server, "admin");
const supervisor = await staffClient(server, "supervisor");
const { id: kind } = await app.db
  .selectFrom("visit_kinds")
  .select("id")
  .where("is_default", "=", 1)
  .executeTakeFirstOrThrow();

const path = "/admin/company/questions";

beforeEach(() => app.db.deleteFrom("questions").execute());

async function seedPatient(fields = {}) {
  const order = await seedOrder(app, fields);
  const start_at = starts.pop() ?? 0;
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: clinic.therapist.id, start_at });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, visit, client };
}

/** Adds one question and returns its ID. */
async function ask(fields: Record<string, string> = {}): Promise<number> {
  const page = await PlainPage.open(admin, path);
  const added = await page.press("Add question", {
    type: "short",
    text: "Which mask arrived?",
    text_es: "¿Qué mascarilla le llegó?",
    ...fields,
  });
  expect(added.text).toContain("Questions saved");
  const { id } = await app.db
    .selectFrom("questions")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

test("a company that sets no questions asks none, and its patients see nothing of them", async () => {
  const { client, visit } = await seedPatient();
  expect((await PlainPage.open(client, "/my-visit")).text).not.toContain("Questions before your visit");
  expect((await PlainPage.open(supervisor, `/visits/${visit.id}`)).text).not.toContain("Questions before");
  expect((await client.get("/api/my-appointment/answers")).status).toBe(404);
});

test("an admin uses the default questions, changes, sorts, and removes them", async () => {
  const company = await PlainPage.open(admin, "/admin/company");
  const empty = await company.follow("Questions before the visit");
  let page = await empty.press("Use the default questions");
  expect(page.text).toContain("Default questions added");
  expect(page.text).toContain("1. Which device and mask arrived?");
  expect(page.text).toContain("8. Add a photo of the label");
  expect(page.buttons("Use the default questions")).toEqual([]);
  page = await page.press("Move up", {});
  expect(page.text).toContain("1. How do you sleep? Several choices, required");
  page = await page.press("Save question", { text: "How do you sleep at night?", required: "false" });
  expect(page.text).toContain("1. How do you sleep at night? Several choices ");
  page = await page.press("Remove question");
  expect(page.text).toContain("Question removed");
  expect(page.text).not.toContain("How do you sleep");
  const left = await app.db.selectFrom("questions").select("kind_id").execute();
  expect(left).toEqual(Array(defaultQuestions.length - 1).fill({ kind_id: kind }));
});

test("a question that can't be asked is refused in words, and an eleventh question, too", async () => {
  const page = await PlainPage.open(admin, path);
  const fields = { type: "choice", text: "Which?", text_es: "¿Cuál?", options: "A\nB\nC" };
  const other = await page.press("Add question", { ...fields, options_es: "A\nB" });
  expect(other.status).toBe(422);
  expect(other.text).toContain("Enter the same 3 answers in Spanish, in the same order.");
  expect((await page.press("Add question", { ...fields, options: "A" })).text).toContain(
    "Enter 2 to 20 answers",
  );
  expect((await page.press("Add question", { ...fields, text_es: " " })).text).toContain(
    "Enter the question in Spanish.",
  );
  for (let count = 0; count < 9; count++) await ask({ text: `Question ${count}` });
  const almost = await PlainPage.open(admin, path);
  expect((await almost.press("Add question", { ...fields, options_es: "A\nB\nC" })).status).toBe(200);
  const full = await almost.press("Add question", { ...fields, options_es: "A\nB\nC" });
  expect(full.text).toContain("A kind of visit has at most 10 questions.");
  expect((await PlainPage.open(admin, path)).buttons("Add question")).toEqual([]);
});

test("a patient answers in Spanish without scripts, and the therapist reads the answers in English", async () => {
  await (await PlainPage.open(admin, path)).press("Use the default questions");
  const { client, visit } = await seedPatient({ language: "es" });
  const page = await PlainPage.open(client, "/my-visit");
  expect(page.text).toContain("Faltan 7 preguntas obligatorias.");
  const ids = (await app.db.selectFrom("questions").select("id").orderBy("position").execute()).map(
    (question) => `answer-${question.id}`,
  );
  const [device = "", sleep = "", ...yesNo] = ids.slice(0, 7);
  const half = await page.press("Guardar respuestas", {
    [device]: "ResMed AirSense 11",
    [sleep]: ["On my side", "Sitting up"],
  });
  expect(half.text).toContain("Guardamos sus respuestas.");
  expect(half.text).toContain("Faltan 5 preguntas obligatorias.");
  expect(half.values(device)).toEqual(["ResMed AirSense 11"]);
  const whole = await half.press(
    "Guardar respuestas",
    Object.fromEntries(yesNo.map((name) => [name, "yes"])),
  );
  expect(whole.text).toContain("Ya contestó todas las preguntas obligatorias.");
  const sheet = await PlainPage.open(supervisor, `/visits/${visit.id}`);
  expect(sheet.facts).toMatchObject({
    "How do you sleep?": "On my side, Sitting up",
    "Do you wear glasses in bed?": "Yes",
    "Not answered yet": "Add a photo of the label on the device's box. (optional)",
  });
  const user = await seedUser(app, ["therapist"]);
  await app.db
    .updateTable("therapists")
    .set({ user_id: user.id })
    .where("id", "=", clinic.therapist.id)
    .execute();
  const therapist = new Client(url);
  await signInStaff(app, therapist, user.id);
  const date = localDate(visit.start_at, "America/New_York");
  const daySheet = await PlainPage.open(therapist, `/therapist/day?date=${date}`);
  expect(daySheet.facts).toMatchObject({ "How do you sleep?": "On my side, Sitting up" });
});

test("after a question changes or is removed, staff read each answer with the question as it was asked", async () => {
  const id = await ask();
  const { client, visit } = await seedPatient();
  await (await PlainPage.open(client, "/my-visit")).press("Save answers", {
    [`answer-${id}`]: "Nasal pillows",
  });
  await (await PlainPage.open(admin, path)).press("Save question", { text: "Which mask do you want?" });
  const changed = await PlainPage.open(supervisor, `/visits/${visit.id}`);
  expect(changed.facts["Which mask arrived?"]).toBe(
    "Nasal pillows The question has changed since: “Which mask do you want?”",
  );
  await (await PlainPage.open(admin, path)).press("Remove question");
  const removed = await PlainPage.open(supervisor, `/visits/${visit.id}`);
  expect(removed.facts["Which mask arrived?"]).toBe("Nasal pillows This question is no longer asked.");
});

test("the API lists the patient's questions and saves answers, and refuses wrong ones by question", async () => {
  const text = await ask({ required: "on" });
  const choice = await ask({
    type: "choice",
    text: "Which side?",
    text_es: "¿Qué lado?",
    options: "Left\nRight",
    options_es: "Izquierdo\nDerecho",
  });
  const photo = await ask({ type: "photo", text: "Photo?", text_es: "¿Foto?" });
  const { client } = await seedPatient();
  const call = "/api/my-appointment/answers";
  expect((await client.get(call)).json).toMatchObject({
    questions: [{ id: text, required: true }, { id: choice, options: ["Left", "Right"] }, { id: photo }],
    answers: {},
    missing: [text],
  });
  const mixed = await client.put(call, { answers: { [text]: "Full face", [choice]: "Up", [photo]: "x" } });
  expect(mixed.status).toBe(422);
  expect(mixed.json.fields).toEqual({
    [`answer-${choice}`]: ["Choose from the answers listed."],
    [`answer-${photo}`]: ["Add photos on the My visit page."],
  });
  expect((await client.put(call, { answers: { [choice]: "Left" } })).json).toEqual({ success: true });
  expect((await client.get(call)).json).toMatchObject({
    answers: { [text]: "Full face", [choice]: "Left" },
    missing: [],
  });
  expect((await client.put(call, { answers: { [text]: null } })).status).toBe(200);
  expect((await client.get(call)).json).toMatchObject({ answers: { [choice]: "Left" }, missing: [text] });
  expect((await client.put(call, { answers: { 999999: "x" } })).status).toBe(422);
  const byQuery = new Client(url);
  const { order } = await seedPatient();
  await signInPatient(app, byQuery, order.id, "query");
  expect([401, 403]).toContain((await byQuery.get(call)).status);
});

test("answers can't change after the visit, and another patient's page can't send them", async () => {
  const id = await ask();
  const { client, visit } = await seedPatient();
  const page = await PlainPage.open(client, "/my-visit/questions");
  const other = await seedPatient();
  const foreign = await other.client.submit("/my-visit/questions", { ...page.hidden, [`answer-${id}`]: "x" });
  expect(foreign.status).toBe(409);
  const now = app.clock.now();
  await app.db
    .updateTable("visits")
    .set({ start_at: now - day, end_at: now - day + hour })
    .where("id", "=", visit.id)
    .execute();
  const late = await page.press("Save answers", { [`answer-${id}`]: "x" });
  expect(late.status).toBe(404);
  expect(
    await app.db.selectFrom("visit_answers").select("id").where("visit_id", "=", visit.id).execute(),
  ).toEqual([]);
});

test("a photo is removed with its button", async () => {
  const id = await ask({ type: "photo" });
  const { client, visit } = await seedPatient();
  const form = new FormData();
  const file = Buffer.from(
    await (await import("sharp"))
      .default({
        create: { width: 30, height: 20, channels: 3, background: "#fff" },
      })
      .png()
      .toBuffer(),
  );
  form.set(`answer-${id}`, new File([new Uint8Array(file)], "label.png"));
  const packed = new Response(form);
  await client.send("/my-visit/questions", {
    method: "POST",
    body: new Uint8Array(await packed.arrayBuffer()),
    headers: { "content-type": packed.headers.get("content-type") ?? "" },
  });
  const sheet = await PlainPage.open(supervisor, `/visits/${visit.id}`);
  expect(sheet.html).toMatch(/<img[^>]* src="\/visits\/\d+\/photos\/\d+\?size=small"/);
  const page = await (await PlainPage.open(client, "/my-visit")).press("Remove photo");
  expect(page.text).toContain("Your answers are saved.");
  expect(await app.db.selectFrom("answer_photos").select("id").execute()).toEqual([]);
});
