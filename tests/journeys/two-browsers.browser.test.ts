import { expect, test } from "vitest";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);
const therapist = await seedTherapist(app, { zoom_link: "https://meet.example.org/t" });
const start = app.clock.now() + 2 * 86_400_000;

async function book(hours: number) {
  const order = await seedOrder(app);
  const at = start + hours * 3_600_000;
  return (await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: at })).id;
}

async function open(path: string) {
  const user = await seedUser(app, ["supervisor"]);
  const visitor = await openBrowser(url, { size: desktop });
  const value = await signInStaff(app, new Client(url), user.id);
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  await visitor.page.goto(path);
  return visitor;
}

test("a visit confirmed in one browser is highlighted as confirmed in another browser's list", async () => {
  const id = await book(0);
  const [one, other] = await Promise.all([open("/appointments"), open("/appointments")]);
  const rowOf = ({ page }: typeof one) =>
    page.getByRole("row").filter({ has: page.locator(`a[href="/visits/${id}"]`) });
  await rowOf(one)
    .getByRole("link", { name: /Visit for patient/ })
    .click();
  const sheet = one.page.getByRole("dialog");
  await sheet.getByRole("link", { name: "Confirm Appt" }).click();
  await sheet.getByRole("button", { name: /^Confirm visit on/ }).click();
  await rowOf(other).getByText("confirmed").waitFor();
  expect(await rowOf(other).getAttribute("class")).toContain("changed");
  await other.page.getByRole("status").filter({ hasText: "Visit confirmed by" }).waitFor();
  await rowOf(one).getByText("confirmed").waitFor();
  [one, other].forEach(expectNoProblems);
});

test("rows don't move while the pointer is over them, and a button shows the changes", async () => {
  const id = await book(3);
  const watching = await open("/appointments");
  const { page } = watching;
  const rows = page.locator("#list tbody tr");
  const before = await rows.count();
  await rows.first().locator("a").first().focus();
  await page.keyboard.press("Tab");
  await book(1);
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  await client.post(`/api/appointments/${id}/cancel`, {});
  await page.locator(`tr:has(a[href="/visits/${id}"])`).getByText("canceled").waitFor();
  expect(await rows.count()).toBe(before);
  await page.getByRole("button", { name: "Show changes" }).click();
  await expect.poll(() => rows.count()).toBe(before + 1);
  expectNoProblems(watching);
});

test("a therapist's open calendar shows a new visit and a supervisor's change", async () => {
  const user = await seedUser(app, ["therapist"]);
  const own = await seedTherapist(app, { user_id: user.id });
  const add = async (hours: number) =>
    seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: own.id,
      start_at: start + hours * 3_600_000,
    });
  const first = await add(0);
  const visitor = await openBrowser(url, { size: desktop });
  const value = await signInStaff(app, new Client(url), user.id);
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  await visitor.page.goto("/therapist?view=month");
  const event = (id: number) => visitor.page.locator(`#calendar [data-visit="${id}"]`);
  await event(first.id).getByText("submitted").first().waitFor({ state: "attached" });
  const second = await add(2);
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  await client.post(`/api/appointments/${first.id}/cancel`, {});
  await event(first.id).getByText("canceled").first().waitFor({ state: "attached" });
  await event(second.id).first().waitFor();
  expectNoProblems(visitor);
});

test("while one user types a reply, another user sees who is replying", async () => {
  const { id } = await seedConversation(app);
  const [typing, reading] = await Promise.all([open(`/messages/${id}`), open(`/messages/${id}`)]);
  await typing.page.getByLabel("Reply").first().pressSequentially("I'm on it");
  await reading.page.getByText(/ is replying\.$/).waitFor();
  await typing.page.keyboard.press("Enter");
  await reading.page.locator("#bubbles").getByText("I'm on it").waitFor();
  await reading.page.getByText(/ is replying\.$/).waitFor({ state: "detached" });
  expect(await typing.page.locator("#replying").textContent()).toBe("");
  [typing, reading].forEach(expectNoProblems);
});

test("with notifications turned on, a new text triggers a notification without the patient's name", async () => {
  const { id } = await seedConversation(app, { patient_name: "Maria Nightingale" });
  const watching = await open("/account");
  const { page, context } = watching;
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Shown extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title: string, { body }: { body: string }) {
        super();
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Shown, shown });
    document.hasFocus = () => false;
  });
  await page.reload();
  await page.getByLabel("Show a notification when a patient texts").check();
  await page.goto("/messages");
  await seedMessage(app, id, "When will you come?");
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await expect.poll(shown, { timeout: 5000 }).toHaveLength(1);
  expect((await shown())[0]).toMatch(/^New text from a patient: \d+ texts? (is|are) unanswered\.$/);
  expectNoProblems(watching);
});
