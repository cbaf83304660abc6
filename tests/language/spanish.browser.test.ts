import { expect, test } from "vitest";
import { localDate } from "~/core/time";
import { makeAccessCode } from "~/orders/access/make-access-code.server";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, expectNoSidewaysScroll, show } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, signInPatient } from "../support/seed";
import { spanishClinic, walkAsPatient } from "./patient-walk";
import { pseudoWording } from "./pseudo-texts";

const clinic = await spanishClinic();
const { app, url, starts } = clinic;
const nextVisitor = await browserOfFile(url, { size: { width: 320, height: 640 } });

async function signedInPatient(language: "en" | "es") {
  const order = await seedOrder(app, { language, patient_name: "Ruth Avery" });
  const value = await signInPatient(app, new Client(url), order.id);
  const person = await nextVisitor();
  await person.context.addCookies([{ name: "firstnight-patient", value, url }]);
  return { order, person, page: person.page };
}

test("a patient books, changes, and cancels in Spanish", async () => {
  const { person, page } = await signedInPatient("es");
  const on = (nth: number) => `?date=${localDate(starts[nth] ?? 0, "America/New_York")}`;
  await page.goto(`/schedule${on(9)}`);
  await page.getByRole("heading", { name: "Reserve su cita" }).waitFor();
  await page.locator(".slots a[data-at]").first().click();
  const question = page.getByRole("dialog");
  await question.getByText("¿Quiere confirmar su cita con Hannah Whitfield el").waitFor();
  await question.getByLabel("Acepto recibir mensajes de texto").check();
  await expectAccessible(person, "question in Spanish", ["light"]);
  await question.getByRole("button", { name: "Confirmar" }).click();
  await page.getByText("¡Solicitud enviada!").first().waitFor();
  await page.getByRole("heading", { name: "Solicitud enviada" }).waitFor();
  await expectAccessible(person, "visit in Spanish", ["light"]);
  await page.getByText("Cambiar o cancelar", { exact: true }).click();
  await page.getByRole("link", { name: "Cambiar la hora" }).waitFor();
  await page.goto(`/my-visit/move${on(15)}`);
  await page.locator(".slots a[data-at]").first().click();
  await question.getByText("¿Quiere cambiar su cita al").waitFor();
  await question.getByRole("button", { name: "Cambiar mi cita" }).click();
  await page.getByText("Su cita tiene una nueva hora.").first().waitFor();
  await page.waitForURL("**/my-visit");
  await page.getByText("Cambiar o cancelar", { exact: true }).click();
  await page.getByRole("link", { name: "Cancelar la cita" }).click();
  await page.getByRole("button", { name: /^Cancelar la cita del/ }).click();
  await page.getByRole("heading", { name: "Su cita se canceló" }).waitFor();
  expectNoProblems(person);
});

test("a patient switches the page language, and the choice is kept", async () => {
  const { order, person, page } = await signedInPatient("en");
  await page.goto("/schedule?part=evening");
  await page.getByRole("button", { name: "Español" }).click();
  await page.getByRole("heading", { name: "Reserve su cita" }).waitFor();
  expect(page.url()).toContain("part=evening");
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
  await page.goto("/track");
  await page.getByRole("heading", { name: "Mi pedido" }).waitFor();
  const saved = await app.db
    .selectFrom("orders")
    .select("chosen_language")
    .where("id", "=", order.id)
    .execute();
  expect(saved).toEqual([{ chosen_language: "es" }]);
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Track My Order" }).waitFor();
  expectNoProblems(person);
});

test("a patient signs in with a code in Spanish", async () => {
  const order = await seedOrder(app, { language: "es" });
  const { code } = await app.db
    .transaction()
    .execute((trx) => makeAccessCode({ trx, app }, order.id, { phone: order.phone, email: null }));
  const person = await nextVisitor();
  const { page } = person;
  await page.goto("/");
  await page.getByRole("button", { name: "Español" }).click();
  await page.getByRole("heading", { name: "Acceso para pacientes" }).waitFor();
  await page.keyboard.type("12");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.getByText("Escriba el código de acceso de 6 números.").waitFor();
  await page.getByLabel("Número 1 de 6").focus();
  await page.keyboard.type(code);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.getByRole("heading", { name: "Reserve su cita" }).waitFor();
  expectNoProblems(person);
});

test("every page fits in 320 px when words are 40% longer", async () => {
  await app.db.updateTable("companies").set({ texts: pseudoWording() }).execute();
  const person = await nextVisitor();
  const client = new Client(url);
  for (const { name, html } of await walkAsPatient(clinic)) {
    await show(person, new PlainPage(client, "/terms", { text: html, status: 200 } as never));
    await expectNoSidewaysScroll(person.page, name);
  }
});
