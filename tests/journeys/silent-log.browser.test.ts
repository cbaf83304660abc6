import { expect, test } from "vitest";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { GenerateCode } from "~/orders/order-schema";
import { openBrowser } from "../support/browser";
import { atEnd } from "../support/cleanup";
import { openScratch, scratchFolder } from "../support/scratch";
import { seedClinic, seedUser } from "../support/seed";
import { spawnServer } from "../support/server";

// Every personal field has a unique value. The log of the whole browser run must not contain any of them.
const patient = {
  patient_name: "Canaria Featherstone",
  phone: "+19195558642",
  email: "canaria.featherstone@mail.example",
  dob: "1947-03-29",
  patient_id: 7_401_958,
};

test("after using the whole app in a browser, the log contains no name, phone, email, code, or token", async () => {
  const DATA_DIR = scratchFolder();
  const app = openScratch({ DATA_DIR });
  atEnd(() => app.close());
  const { order, therapist } = await seedClinic(app);
  // Uses the system's clock. A visit within a day can't be canceled on the page.
  await app.db
    .deleteFrom("slots")
    .where("start_at", "<", app.clock.now() + 2 * day)
    .execute();
  await app.db.updateTable("orders").set(patient).where("id", "=", order.id).execute();
  const user = await seedUser(app, ["supervisor"], {
    email: "canary.keeper@clinic.example",
    name: "Keeper Canary",
    password: "sing quietly in the mine",
  });
  const { code, link } = await generateCode(
    app,
    operator,
    GenerateCode.parse({
      ...patient,
      brightree_db: order.brightree_db,
      sales_order_no: order.sales_order_no,
    }),
  );
  const server = await spawnServer({ DATA_DIR, LOG_LEVEL: "debug" });
  const { page, context } = await openBrowser(server.url);

  await page.goto("/");
  await page.keyboard.type("000000");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("alert").waitFor();
  await page.goto(`/track/${link}`);
  await page.goto(`/schedule/${link}`);
  await page.goto(`/schedule?pid=${patient.patient_id}&db=${order.brightree_db}`);
  await page.goto(`/schedule?code=${link}`);
  await page.locator("a").filter({ hasText: "Select" }).first().click();
  await page.getByRole("checkbox").check();
  await page.locator("button").filter({ hasText: "Confirm" }).first().click();
  await page.waitForURL(`${server.url}/`);
  await page.goto("/my-visit/cancel");
  await page.getByRole("button", { name: /Cancel visit/ }).click();

  await page.goto("/login?as=staff");
  await page.getByLabel("Work email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill("a wrong password");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(/supervisordashboard/);
  await page.goto("/reset-password/a-token-that-is-none");
  await page.request.get(`/api/composite-appointments?search=${encodeURIComponent(patient.patient_name)}`);
  await page.request.post("/api/generate-code", {
    data: { ...patient, brightree_db: order.brightree_db, phone: "not a phone" },
    headers: { origin: server.url },
  });
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  await server.end();

  const log = server.output();
  expect(log).toContain('"msg":"request"');
  const secrets = [
    ...patient.patient_name.split(" "),
    patient.phone.slice(2),
    patient.email,
    patient.dob,
    String(patient.patient_id),
    user.email,
    user.name,
    user.password,
    "a wrong password",
    "a-token-that-is-none",
    code,
    link,
    therapist.name,
    // These cookies have the same values in many browsers: a file's name, and that staff signed in.
    ...cookies
      .filter(({ name }) => name !== "style" && name !== "staff-browser")
      .map((cookie) => cookie.value),
  ];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});
