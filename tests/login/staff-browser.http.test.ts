import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedUser } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();

test("after staff signed in, the sign-in page of that browser shows the way to their form", async () => {
  const password = "correct horse battery";
  const { email } = await seedUser(app, ["supervisor"], { password });
  const client = new Client(url);
  const before = await PlainPage.open(client, "/login");
  expect(before.text).not.toContain("Are you staff?");
  const form = await PlainPage.open(client, "/login?as=staff");
  const signedIn = await form.press("Login", { email, password });
  expect(signedIn.status).toBe(200);
  expect((await PlainPage.open(client, "/login")).text).not.toContain("Are you staff?");
  await client.submit("/logout", {});
  const page = await PlainPage.open(client, "/login");
  // The patients' tab stays first and selected.
  expect(page.html).toMatch(/<a id="tab-patient"[^>]*aria-current="page"/);
  expect(page.text).toContain("Are you staff? Sign in here");
  expect(client.cookies.get("staff-browser")).toBe("1");
  const staff = await page.follow("Sign in here");
  expect(staff.text).toContain("Staff Login");
  expect(staff.html).toMatch(/<a id="tab-staff"[^>]*aria-current="page"/);
  expect(staff.text).not.toContain("Are you staff?");
});
