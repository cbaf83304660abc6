import { afterEach, test } from "vitest";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { order } = await seedClinic(app);
const user = await seedUser(app, ["supervisor"]);
const visitor = await openBrowser(url, { size: desktop });
const value = await signInStaff(app, new Client(url), user.id);
await visitor.context.addCookies([{ name: "firstnight", value, url }]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const conversation = await seedConversation(app, {
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
});
await seedMessage(app, conversation.id, "Hello");
const details = page.getByRole("complementary", { name: "Details" });

async function findHold() {
  const rows = await app.db.selectFrom("threads").select("hold").where("id", "=", conversation.id).execute();
  return rows[0]?.hold;
}

async function findConsent() {
  const rows = await app.db.selectFrom("consents").select("given").orderBy("id", "desc").execute();
  return rows[0]?.given;
}

async function hold(kind: "possible_opt_out" | "wrong_number") {
  await app.db.updateTable("threads").set({ hold: kind }).where("id", "=", conversation.id).execute();
}

test("each star color is set and shown in the list", async () => {
  await page.goto(`/messages/${conversation.id}`);
  for (const color of ["yellow", "red", "blue", "green", "purple"]) {
    await page.locator(".thread > .star").click();
    const picker = page.locator(".star-picker");
    await picker.getByRole("button", { name: color }).click();
    await page.getByRole("button", { name: new RegExp(`^Star color for .*: ${color}$`) }).waitFor();
    await picker.waitFor({ state: "detached" });
  }
});

test.each([
  ["Confirm opt-out", "possible_opt_out"],
  ["Not an opt-out", "possible_opt_out"],
  ["Resolve", "wrong_number"],
] as const)("%s ends the pause of a conversation", async (name, kind) => {
  await hold(kind);
  await page.goto(`/messages/${conversation.id}`);
  await page.getByRole("button", { name, exact: true }).click();
  await eventually(findHold, (kind) => kind === null);
});

test("staff record that a patient wants no texts, and wants them again", async () => {
  await page.goto(`/messages/${conversation.id}`);
  for (const [button, given] of [
    ["Turn texts off", 0],
    ["Turn texts on", 1],
  ] as const) {
    if (!(await details.isVisible())) await page.getByRole("link", { name: /Details/ }).click();
    await details.getByText("Record consent", { exact: true }).click();
    await details.getByLabel("How the patient asked").selectOption("phone");
    await details.getByLabel("Note", { exact: true }).fill("The patient called.");
    await details.getByRole("button", { name: button }).click();
    await eventually(findConsent, (consent) => consent === given);
    // The next page has the form closed.
    await details.getByRole("button", { name: button }).waitFor({ state: "detached" });
  }
});
