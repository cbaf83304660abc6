import { expect, test } from "vitest";
import { boxOf, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);
const { id: user } = await seedUser(app, ["supervisor"]);
const cookie = await signInStaff(app, new Client(url), user);

test.each([390, 768])("at %i pixels, a toast doesn't cover the newest text", async (width) => {
  const { id } = await seedConversation(app);
  for (let nth = 1; nth <= 12; nth++) await seedMessage(app, id, `Text number ${nth}`);
  const visitor = await openBrowser(url, { size: { width, height: 844 } });
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
  const { page } = visitor;
  await page.goto(`/messages/${id}`);
  await page.locator("#snooze").getByText("Snooze", { exact: true }).click();
  await page.getByRole("button", { name: "Until tomorrow" }).click();
  const toast = page.locator("#toasts > *");
  await toast.waitFor();
  const box = await toast.boundingBox();
  const newest = await page.locator(".bubble", { hasText: "Text number 12" }).boundingBox();
  expect(newest && newest.y + newest.height).toBeLessThanOrEqual(box?.y ?? 0);
});

test.each([
  [390, 844],
  [320, 640],
])(
  "at %i by %i pixels, a toast doesn't cover the field for a reply or its buttons",
  async (width, height) => {
    // A text to a number without a patient asks which company writes and waits for a YES: the tallest foot.
    const other = await seedConversation(app, { last_dir: "in" });
    const { id } = await seedConversation(app, { last_dir: "in", sms_consent: 0 });
    for (const each of [other.id, id]) await seedMessage(app, each, "Hello");
    const visitor = await openBrowser(url, { size: { width, height } });
    await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
    const { page } = visitor;
    await page.goto(`/messages/${id}`);
    await page.locator("#snooze").getByText("Snooze", { exact: true }).click();
    await page.getByRole("button", { name: "Until tomorrow" }).click();
    const toast = page.locator("#toasts > *");
    await toast.waitFor();
    const [box, foot] = [await boxOf(toast), await boxOf(page.locator(".chat-foot"))];
    expect(box.y + box.height).toBeLessThanOrEqual(foot.y);
    expect(foot.y + foot.height).toBeLessThanOrEqual(height);
  },
);
