import { expect, test } from "vitest";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, openBrowser } from "../support/browser";
import { seedClinic, seedOrder, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
const { therapist, starts } = await seedClinic(app);
const freeStarts = starts.filter((_, index) => index % 2 === 0);

const small = { width: 320, height: 640 };
const words = {
  en: { name: "Someone who helps you", add: "Add this person", remove: /^Remove Tom/, also: "Also open on" },
  es: {
    name: "Una persona que le ayuda",
    add: "Agregar a esta persona",
    remove: /^Quitar a Tom/,
    also: "También abierto",
  },
};

async function seedPatient(patient_name: string, fields = {}) {
  const order = await seedOrder(app, { patient_name, ...fields });
  const start_at = freeStarts.pop() ?? 0;
  const { id } = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  const link = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  return { ...order, visitId: id, link: `/schedule/${link}` };
}

test.each(["en", "es"] as const)(
  "a patient adds a helper and switches orders on a small phone in the language %s",
  async (language) => {
    const visitor = await openBrowser(url, { size: small });
    const { page } = visitor;
    const check = (screen: string) => expectAccessible(visitor, `${screen} in ${language}`);
    const { name, add, remove, also } = words[language];
    await page.goto((await seedPatient("Ruth Avery", { language })).link);
    await page.getByRole("link", { name }).click();
    await page.fill("[name=name]", "Tom Baker");
    await page.fill("[name=relation]", "son");
    await page.fill("[name=phone]", "12345");
    await page.getByRole("button", { name: add }).click();
    await page.locator("[name=phone][aria-invalid]").waitFor();
    await check("the refused form");
    await page.fill("[name=phone]", "");
    await page.fill("[name=email]", `tom.${language}@mail.example`);
    await page.getByRole("button", { name: add }).click();
    await page.waitForURL("**/my-visit");
    await check("My visit with a helper");
    await page.goto("/my-visit/helper");
    await check("the named helper");
    await page.goto((await seedPatient("Ana Cruz", { language })).link);
    await page.getByText(also).waitFor();
    await check("two orders");
    await page.getByRole("button", { name: "Ruth A." }).click();
    await page.getByRole("button", { name: "Ana C." }).waitFor();
    await page.goto("/my-visit/helper");
    await page.getByRole("button", { name: remove }).click();
    await page.waitForURL("**/my-visit");
    await page.getByRole("link", { name }).waitFor();
    expectNoProblems(visitor);
  },
);

test("staff add a helper in the visit's side panel", async () => {
  const order = await seedPatient("Ruth Avery");
  const visitor = await openBrowser(url, { size: { width: 1280, height: 800 } });
  const { page, context } = visitor;
  const staff = await staffClient(server, "supervisor");
  await context.addCookies([...staff.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto("/supervisordashboard/unconfirmed");
  await page
    .locator(`a[href*="visit=${order.visitId}"], a[href*="/visits/${order.visitId}"]`)
    .first()
    .click();
  const sheet = page.locator("dialog[open]");
  await sheet.getByRole("link", { name: "Add a helper" }).click();
  await sheet.locator("[name=name]").fill("Tom Baker");
  await sheet.locator("[name=relation]").fill("son");
  await sheet.locator("[name=phone]").fill(order.phone ?? "");
  await sheet.getByRole("button", { name: "Add helper" }).click();
  await sheet.getByText("This is the patient's own number.").first().waitFor();
  await sheet.locator("[name=phone]").fill("(336) 555-0199");
  await sheet.getByRole("button", { name: "Add helper" }).click();
  await sheet.getByText("Tom Baker, son, (336) 555-0199").waitFor();
  await sheet.getByRole("link", { name: "Change helper" }).click();
  await sheet.getByRole("button", { name: "Remove Tom Baker" }).click();
  await sheet.getByRole("link", { name: "Add a helper" }).waitFor();
  const helpers = app.db.selectFrom("helpers").select("removed_at").where("order_id", "=", order.id);
  expect(await helpers.execute()).toEqual([{ removed_at: app.clock.now() }]);
  expectNoProblems(visitor);
});
