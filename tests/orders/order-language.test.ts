import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { upsertOrdersFromApi } from "~/orders/api/orders";
import { changePatient } from "~/orders/changes/change-patient.server";
import { chooseLanguage } from "~/orders/changes/choose-language.server";
import { importOrders } from "~/orders/import/import-orders.server";
import { orderRow } from "~/orders/order-row";
import { scratchApp } from "../support/scratch";
import { seedDatabase } from "../support/seed";
import { patientOf } from "../support/users";

const unknownLanguage = "This language isn't available. Enter en (English) or es (Spanish).";
const noLanguage =
  "Enter the interpreter's language, like Spanish, or ASL. Leave it empty if none is needed.";

async function freshApp() {
  const app = scratchApp();
  await seedDatabase(app, "QHMS");
  return app;
}
type FreshApp = Awaited<ReturnType<typeof freshApp>>;

const upload = (app: FreshApp, ...lines: string[]) =>
  importOrders(
    app,
    operator,
    Readable.from([
      `${["brightree_db,patient_id,sales_order_no,language,interpreter", ...lines].join("\n")}\n`,
    ]),
  );
const put = (app: FreshApp, fields: object) =>
  upsertOrdersFromApi(app, operator, [
    { brightree_db: "QHMS", patient_id: 501, sales_order_no: "9100", ...fields },
  ]);
const findLanguages = (app: FreshApp) =>
  app.db.selectFrom("orders").select(["language", "chosen_language", "interpreter"]).execute();

test("an order file sets the patient's language and interpreter", async () => {
  const app = await freshApp();
  const lines = ["QHMS,501,9100,ES,spanish", "QHMS,502,9101,,asl", "QHMS,503,9102,en,Haitian  Creole"];
  expect(await upload(app, ...lines)).toMatchObject({ inserted: 3, errors: [] });
  expect(await findLanguages(app)).toEqual([
    { language: "es", chosen_language: null, interpreter: "Spanish" },
    { language: null, chosen_language: null, interpreter: "ASL" },
    { language: "en", chosen_language: null, interpreter: "Haitian Creole" },
  ]);
  expect(await upload(app, ...lines)).toMatchObject({ unchanged: 3 });
});

test("an order with an unknown language is imported without it, and the problem lists the languages", async () => {
  const app = await freshApp();
  const { inserted, errors } = await upload(app, "QHMS,501,9100,fr,French", "QHMS,502,9101,es,yes");
  expect([inserted, errors]).toEqual([
    2,
    [
      { line: 2, field: "language", error: unknownLanguage },
      { line: 3, field: "interpreter", error: noLanguage },
    ],
  ]);
  expect(await findLanguages(app)).toEqual([
    { language: null, chosen_language: null, interpreter: "French" },
    { language: "es", chosen_language: null, interpreter: null },
  ]);
});

test.for([
  { language: "Spanish" },
  { language: "es-MX" },
  { language: 5 },
  { language: ["es"] },
  { language: "__proto__" },
])("the API rejects the language $language and leaves the order unchanged", async (fields) => {
  const app = await freshApp();
  await put(app, { language: "es", interpreter: "Spanish" });
  await expect(put(app, { ...fields, interpreter: "ASL" })).rejects.toMatchObject({
    code: "invalid",
    extra: { errors: [{ index: 0, field: "language", error: unknownLanguage }] },
  });
  expect(await findLanguages(app)).toMatchObject([{ language: "es", interpreter: "Spanish" }]);
});

test.for([true, 1, {}, "no", "YES", "None", "es", "123", "=cmd()", "x".repeat(61), "Spa\u0000nish"])(
  "the API rejects the interpreter value %j",
  async (interpreter) => {
    const app = await freshApp();
    await expect(put(app, { interpreter })).rejects.toMatchObject({
      extra: { errors: [{ index: 0, field: "interpreter" }] },
    });
    expect(await findLanguages(app)).toEqual([]);
  },
);

test("an empty value removes the language, and a missing value keeps it", async () => {
  const app = await freshApp();
  await put(app, { language: "es", interpreter: "Spanish" });
  expect(await put(app, {})).toMatchObject({ unchanged: 1 });
  expect(await put(app, { language: " ", interpreter: "" })).toMatchObject({ updated: 1 });
  expect(await findLanguages(app)).toMatchObject([{ language: null, interpreter: null }]);
  await put(app, { language: "es", interpreter: "Spanish" });
  await put(app, { language: null, interpreter: null });
  expect(await findLanguages(app)).toMatchObject([{ language: null, interpreter: null }]);
});

test("an import never overwrites the language that the patient chose", async () => {
  const app = await freshApp();
  await put(app, { language: "en" });
  const { id } = await app.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await chooseLanguage(app, patientOf(id), "es");
  for (const language of ["en", "", "es"]) await put(app, { language });
  expect(await findLanguages(app)).toMatchObject([{ language: "es", chosen_language: "es" }]);
});

test("an order that moves to another patient loses its language, its interpreter, and its choice of updates", async () => {
  const app = await freshApp();
  await put(app, { patient_name: "Ana Ruiz", language: "es", interpreter: "Spanish" });
  const { id } = await app.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await chooseLanguage(app, patientOf(id), "es");
  await app.db.updateTable("orders").set({ updates: "phone" }).execute();
  const moved = orderRow(app.clock.now()).parse({
    brightree_db: "QHMS",
    patient_id: 777,
    sales_order_no: "9100",
    patient_name: "Tom Hale",
  });
  await app.db.transaction().execute((trx) => changePatient({ trx, app }, id, moved));
  expect(await findLanguages(app)).toEqual([{ language: null, chosen_language: null, interpreter: null }]);
  expect(await app.db.selectFrom("orders").select("updates").execute()).toEqual([{ updates: null }]);
});
