import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, phone } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app);

async function openWeek(size: typeof desktop, javaScript = true) {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id, zoom_link: "https://meet.example/own" });
  const order = await seedOrder(app, { language: "es", interpreter: "Spanish" });
  const start_at = Math.floor(monday / day) * day + day + 15 * hour;
  const { id } = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  const person = await openBrowser(url, { size, javaScript });
  const value = await signInStaff(app, new Client(url), user.id);
  await person.context.addCookies([{ name: "firstnight", value, url }]);
  await person.page.goto(`${url}/therapist`);
  return { ...person, id, order };
}
const arrangedOf = (id: number) =>
  app.db
    .selectFrom("visits")
    .select(["status", "interpreter_arranged", "interpreter_note"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test.for([desktop, phone])(
  "a therapist confirms a visit with an interpreter at $width pixels",
  async (size) => {
    const person = await openWeek(size);
    const { page, id, order } = person;
    const event = page
      .locator(".calendar")
      .getByText("Speaks Spanish. Interpreter needed: Spanish, not arranged");
    await event.first().waitFor({ state: "attached" });
    await page.locator("#pending summary").click();
    await page.locator(`#pending-${id}`).getByRole("link", { name: "Confirm" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("Interpreter needed: Spanish. Interpreter arranged?").waitFor();
    await expectAccessible(person, "confirmation");
    await sheet.getByRole("button", { name: /Confirm visit/ }).click();
    await sheet.getByText("Check the box if one is arranged, or enter a reason").waitFor();
    await sheet.getByLabel("Interpreter arranged").check();
    await sheet.getByRole("button", { name: /Confirm visit/ }).click();
    await sheet.waitFor({ state: "hidden" });
    expect(await arrangedOf(id)).toMatchObject({ status: "confirmed", interpreter_arranged: 1 });

    await page.goto(`${url}/visits/${id}`);
    await page.getByRole("link", { name: "Language and interpreter" }).click();
    await sheet.getByLabel("Interpreter", { exact: true }).fill("yes");
    await expectAccessible(person, "language");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Enter the interpreter's language").first().waitFor();
    await sheet.getByLabel("Interpreter", { exact: true }).fill("ASL");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Interpreter needed: ASL, not arranged").waitFor();
    const { interpreter } = await app.db
      .selectFrom("orders")
      .select("interpreter")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(interpreter).toBe("ASL");
    await expectNoProblems(person);
  },
);

test("a therapist confirms a visit without an interpreter and without scripts", async () => {
  const { page, id } = await openWeek(phone, false);
  await page.goto(`${url}/visits/${id}/confirm`);
  await page.getByLabel("Confirm without an interpreter").fill("Her son helps.");
  await page.getByRole("button", { name: /Confirm visit/ }).click();
  await page.waitForURL(/therapist/);
  expect(await arrangedOf(id)).toEqual({
    status: "confirmed",
    interpreter_arranged: 0,
    interpreter_note: "Her son helps.",
  });
});
