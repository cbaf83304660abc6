import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { openThread, say } from "../support/http-actions";
import { seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const supervisor = await seedUser(app, ["supervisor"]);

async function working(): Promise<Client> {
  const client = new Client(url);
  await signInStaff(app, client, supervisor.id);
  return client;
}

const unescaped = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** A page's saved form, as its button sends it. */
function formIn(html: string): { action: string; fields: Record<string, string> } {
  const [, action = "", body = ""] =
    /<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/.exec(html.slice(html.indexOf("<h1"))) ?? [];
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: unescaped(action),
    fields: Object.fromEntries(
      inputs.map(([, name = "", value = ""]) => [unescaped(name), unescaped(value)]),
    ),
  };
}

test("a form sent after the session ended is kept and can be sent again", async () => {
  await say(app, "+19195550177", "Hello");
  const thread = await openThread(app, "+19195550177");
  const client = await working();
  const notes = `Calls back at 5, says "don't ring"\n<b>twice</b> & more`;
  clock.advance(hour);
  const late = await client.submit(`/messages/${thread.id}/notes`, { notes, back: "/messages?folder=all" });
  expect(late.status).toBe(401);
  expect(late.text).toContain("You&#x27;ve been signed out");
  expect(late.text).not.toContain("<b>twice</b>");
  expect((await openThread(app, "+19195550177")).notes ?? "").toBe("");

  const { action, fields } = formIn(late.text);
  expect(fields).toMatchObject({ notes, back: "/messages?folder=all" });
  await signInStaff(app, client, supervisor.id);
  expect((await client.submit(action, fields)).status).toBe(303);
  expect((await openThread(app, "+19195550177")).notes).toBe(notes);
});

test("forms with a password, a file, too many fields or no text are not kept", async () => {
  const client = await working();
  const therapist = await seedTherapist(app);
  clock.advance(hour);
  const password = { current: "one", password: "another one", repeated: "another one" };
  for (const [path, form] of [
    ["/account/password", password],
    [`/therapists/${therapist.id}`, {}],
    // This form can contain a file, which is not read for signed-out users.
    ["/admin/import", { note: "typed" }],
    ["/admin", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`field${index}`, "typed"]))],
  ] as const) {
    const reply = await client.submit(path, form);
    expect([path, reply.status, reply.location]).toEqual([path, 302, "/login"]);
  }
});

test("a user without permission for a form is redirected", async () => {
  const staff = await seedUser(app, ["staff"]);
  const client = new Client(url);
  await signInStaff(app, client, staff.id);
  expect((await client.submit("/messages/1/notes", { notes: "mine" })).location).toBe("/login");
});
