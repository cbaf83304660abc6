import { expect, test } from "vitest";
import { Client } from "../support/client";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);
const client = new Client(url);
const session = await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
const refused = "/api/sms/thread/999999/consent.csv";

const open = (path: string, cookie: string, accept: string) =>
  fetch(new URL(path, url), { headers: { Cookie: cookie, Accept: accept }, redirect: "manual" });

test("a refused export that a browser opens is shown as a page, with the reason in words", async () => {
  const cookie = `firstnight=${session}`;
  const first = await open(refused, cookie, "text/html,application/xhtml+xml,*/*;q=0.8");
  expect([first.status, first.headers.get("location")]).toEqual([303, "/refused"]);
  const flash = first.headers
    .getSetCookie()
    .find((line) => /flash/.test(line))
    ?.split(";")[0];
  const page = await open("/refused", `${cookie}; ${flash}`, "text/html");
  expect(page.status).toBe(409);
  const html = await page.text();
  expect(html).toContain("Conversation not found.");
  expect(html).toContain('class="staff"');
  // The notice is shown once.
  expect((await open("/refused", cookie, "text/html")).headers.get("location")).toBe("/");
});

test("scripts and other systems still get the reason as JSON", async () => {
  const response = await open(refused, `firstnight=${session}`, "*/*");
  expect(response.status).toBe(404);
  expect(await response.json()).toHaveProperty("error");
});
