import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { expectAccessible } from "../../support/accessible";
import { expectNoProblems, openBrowser } from "../../support/browser";
import { morningStarts, seedClinic, seedOrder, seedVisit } from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer();
const { app, url } = server;
const { therapist } = await seedClinic(app);
const starts = morningStarts(app, 10).filter((_, index) => index % 2 === 0);
const { id: kind_id } = await app.db
  .selectFrom("visit_kinds")
  .select("id")
  .where("is_default", "=", 1)
  .executeTakeFirstOrThrow();
const asked = [
  { type: "short" as const, text: "Which mask arrived?", text_es: "¿Qué mascarilla le llegó?", required: 1 },
  {
    type: "choices" as const,
    text: "How do you sleep?",
    text_es: "¿Cómo duerme?",
    options: '["On my back","On my side"]',
    options_es: '["Boca arriba","De lado"]',
    required: 1,
  },
  { type: "yes-no" as const, text: "Do you wear glasses?", text_es: "¿Usa lentes?", required: 1 },
  { type: "photo" as const, text: "The box's label", text_es: "La etiqueta de la caja" },
];
await app.db
  .insertInto("questions")
  .values(
    asked.map((question, position) => ({
      kind_id,
      position,
      options: "[]",
      options_es: "[]",
      required: 0,
      ...question,
    })),
  )
  .execute();

const folder = await mkdtemp(join(tmpdir(), "photos-"));
const photo = join(folder, "IMG_0001.jpg");
await writeFile(
  photo,
  await sharp({ create: { width: 900, height: 600, channels: 3, background: "#886644" } })
    .jpeg()
    .toBuffer(),
);
const noPhoto = join(folder, "notes.jpg");
await writeFile(noPhoto, "not a photo");

const words = {
  en: {
    side: "On my side",
    yes: "Yes",
    save: "Save answers",
    done: "All required questions are answered.",
    cannotRead: "We can't read this file as a photo.",
    remove: "Remove photo",
  },
  es: {
    side: "De lado",
    yes: "Sí",
    save: "Guardar respuestas",
    done: "Ya contestó todas las preguntas obligatorias.",
    cannotRead: "No podemos leer este archivo como una foto.",
    remove: "Quitar la foto",
  },
};

async function seedPatient(language: string) {
  const order = await seedOrder(app, { language });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: starts.pop() ?? 0,
  });
  const code = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  return { visitId: visit.id, link: `/schedule/${code}` };
}

const answersOf = async (visitId: number) =>
  (
    await app.db
      .selectFrom("visit_answers")
      .leftJoin("answer_photos", "answer_photos.answer_id", "visit_answers.id")
      .select(["visit_answers.type", "value", "width"])
      .where("visit_id", "=", visitId)
      .orderBy("question_id")
      .execute()
  ).map(({ type, value, width }) => (type === "photo" ? width : value));

const all = ["Nasal pillows", '["On my side"]', "yes", 900];

test.each(["en", "es"] as const)(
  "a patient answers the questions and adds a photo, saved as they go, in %s",
  async (language) => {
    const visitor = await openBrowser(url, { size: { width: 320, height: 640 } });
    const { page } = visitor;
    const { visitId, link } = await seedPatient(language);
    const word = words[language];
    await page.goto(link);
    await page.goto("/my-visit");
    await page.locator("#questions-form").waitFor();
    await expectAccessible(visitor, `questions in ${language}`);
    await page.fill("[type=text][name^=answer]", "Nasal pillows");
    await page.getByLabel(word.side).check();
    await page.getByLabel(word.yes, { exact: true }).check();
    await page.getByText(word.done).waitFor();
    await page.setInputFiles("[type=file]", noPhoto);
    await page.getByText(word.cannotRead).waitFor();
    await page.setInputFiles("[type=file]", photo);
    await page.locator("#questions-form img").waitFor();
    expect(await page.getByText(word.cannotRead).count()).toBe(0);
    expect(await answersOf(visitId)).toEqual(all);
    await page.getByRole("button", { name: word.save }).click();
    await page.waitForURL("**/my-visit");
    expect(await answersOf(visitId)).toEqual(all);
    expect(await page.inputValue("[type=text][name^=answer]")).toBe("Nasal pillows");
    await page.locator(".questions-panel > summary").click();
    await page.getByRole("button", { name: word.remove }).click();
    await page.waitForURL("**/my-visit");
    expect(await answersOf(visitId)).toEqual(all.slice(0, 3));
    expectNoProblems(visitor);
  },
);

test.each(["en", "es"] as const)("a patient answers without scripts, in %s", async (language) => {
  const { page } = await openBrowser(url, { size: { width: 320, height: 640 }, javaScript: false });
  const { visitId, link } = await seedPatient(language);
  const word = words[language];
  await page.goto(link);
  await page.goto("/my-visit");
  await page.fill("[type=text][name^=answer]", "Nasal pillows");
  await page.getByLabel(word.side).check();
  await page.getByLabel(word.yes, { exact: true }).check();
  await page.setInputFiles("[type=file]", photo);
  await page.getByRole("button", { name: word.save }).click();
  await page.waitForURL("**/my-visit");
  expect(await answersOf(visitId)).toEqual(all);
  await page.locator(".questions-panel > summary").click();
  await page.getByText(word.done).waitFor();
  await page.locator("#questions-form img").waitFor();
});
