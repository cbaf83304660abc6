import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { openConversation, say } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const supervisor = await seedUser(app, ["supervisor"]);

async function working(): Promise<Client> {
  const client = new Client(url);
  await signInStaff(app, client, supervisor.id);
  return client;
}

test("a form submitted after the session has ended is saved and can be submitted again", async () => {
  await say(app, "+19195550177", "Hello");
  const conversation = await openConversation(app, "+19195550177");
  const client = await working();
  const notes = `Calls back at 5, says "don't ring"\n<b>twice</b> & more`;
  clock.advance(hour);
  const path = `/messages/${conversation.id}/notes`;
  const reply = await client.submit(path, { notes, back: "/messages?folder=all" });
  expect(reply.text).not.toContain("<b>twice</b>");
  const late = new PlainPage(client, path, reply);
  expect([late.status, late.heading]).toEqual([401, "You've been signed out"]);
  expect((await openConversation(app, "+19195550177")).notes ?? "").toBe("");

  expect(late.hidden).toMatchObject({ notes, back: "/messages?folder=all" });
  await signInStaff(app, client, supervisor.id);
  expect((await late.press("Submit again")).path).toBe("/messages");
  expect((await openConversation(app, "+19195550177")).notes).toBe(notes);
});

test("forms with a password, a file, too many fields, or no text aren't saved", async () => {
  const client = await working();
  const therapist = await seedTherapist(app);
  clock.advance(hour);
  const password = { current: "one", password: "another one", repeated: "another one" };
  for (const [path, form] of [
    ["/account/password", password],
    [`/therapists/${therapist.id}`, {}],
    // This form can contain a file. The server doesn't read files from signed-out users.
    ["/admin/import", { note: "typed" }],
    ["/admin", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`field${index}`, "typed"]))],
  ] as const) {
    const reply = await client.submit(path, form);
    expect([path, reply.status, reply.location]).toEqual([path, 302, "/login"]);
  }
});

test("a user without permission to use a form is redirected", async () => {
  const staff = await seedUser(app, ["staff"]);
  const client = new Client(url);
  await signInStaff(app, client, staff.id);
  expect((await client.submit("/messages/1/notes", { notes: "mine" })).location).toBe("/login");
});
