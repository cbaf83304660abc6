import { expect, test } from "vitest";
import { Client } from "../support/client";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const help = "Call the clinic or equipment company";

/** Returns the name of a page's style sheet. */
const lookOf = (html: string) => /data-href="[^"]*\/(patient|staff)-/.exec(html)?.[1];

test("staff keep their navigation on an error page", async () => {
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  for (const [path, status, sentence] of [
    ["/therapists/99999", 404, "Therapist not found."],
    ["/messages/99999", 404, "Conversation not found."],
    ["/supervisordashboard/steps/9", 422, "step must be from 1 to 7."],
    ["/therapist/day", 404, "No therapist record for your email. Contact an administrator."],
  ] as const) {
    const page = await client.get(path);
    expect([page.status, lookOf(page.text)], path).toEqual([status, "staff"]);
    expect(page.text, path).toContain(sentence);
    expect(page.text, path).toContain('href="/appointments"');
    expect(page.text, path).not.toContain(help);
    expect(page.text, "the error page doesn't load the scripts of the missing page").not.toContain(
      "/day-sheet-",
    );
  }
});

test("if a form without its own page is rejected, the reason, the navigation, and a Back link are shown", async () => {
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  const closed = await seedUser(app, ["staff"]);
  await app.db.updateTable("users").set({ disabled_at: 1 }).where("id", "=", closed.id).execute();
  for (const [path, status, sentence, back] of [
    [`/admin/users/${closed.id}/reset-password`, 409, "This account is closed. Reopen it first.", "/admin"],
    ["/admin/webhooks/99999/switch-on", 404, "Webhook not found.", "/admin/webhooks"],
    ["/admin/webhooks/99999/replay", 404, "Webhook not found.", "/admin/webhooks"],
  ] as const) {
    const page = await admin.submit(path, {});
    expect([page.status, lookOf(page.text)], path).toEqual([status, "staff"]);
    expect(page.text, path).toContain(sentence.replaceAll("'", "&#x27;"));
    expect(page.text, path).toMatch(new RegExp(`href="${back}"[^>]*>Back</a>`));
    expect(page.text, path).toContain('href="/appointments"');
  }
});

test("the signed-out page shown after a staff form is submitted has a style sheet", async () => {
  const signedOut = await new Client(url).submit("/messages/1/notes", { notes: "Calls back at five" });
  expect([signedOut.status, lookOf(signedOut.text)]).toEqual([401, "patient"]);
});

test("a visitor who isn't signed in gets the error page for patients", async () => {
  const page = await new Client(url).get("/track/nothing-of-this-name");
  expect(page.status).toBe(404);
  expect([lookOf(page.text), page.text.includes(help)]).toEqual(["patient", true]);
});
