import { expect, test } from "vitest";
import { Client, rawGet } from "../../support/client";
import { seedClinic, seedOrder, signInPatient } from "../../support/seed";
import { startServer } from "../../support/server";

const { app, url } = await startServer();
await seedClinic(app);

/** The sign-in page as it comes with these headers, and the nonces in it. */
async function signInPage(headers: Record<string, string> = {}, path = "/login", client = new Client(url)) {
  const answer = await client.get(path, headers);
  const { text } = answer;
  const named = [...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
  const policy = answer.headers.get("content-security-policy") ?? "";
  return { text, named: new Set(named), allowed: /'nonce-([^']+)'/.exec(policy)?.[1] };
}

test("a page that is drawn once for everybody has a nonce of its own in each answer", async () => {
  const pages = [await signInPage(), await signInPage(), await signInPage()];
  for (const { named, allowed } of pages) expect([...named]).toEqual([allowed]);
  expect(new Set(pages.map(({ allowed }) => allowed)).size).toBe(3);
  const [first, second] = pages.map(({ text, allowed = "" }) => text.replaceAll(allowed, "nonce"));
  expect(first).toBe(second);
});

test("it is drawn anew for whoever spares data, holds the style sheet, or asks for the staff's side", async () => {
  const { text } = await signInPage();
  expect(text).toContain("<script");
  expect((await signInPage({ "save-data": "on" })).text).not.toContain("<script");
  const sheet = /data-href="([^"]+)"/.exec(text)?.[1] ?? "";
  const held = (await signInPage({ cookie: `style=${sheet}` })).text;
  expect(held).toContain(`<link rel="stylesheet" href="${sheet}"/>`);
  expect(held).not.toContain("<style");
  expect((await signInPage({}, "/login?as=staff")).text).toContain('data-side="staff" aria-current="page"');
  expect((await signInPage()).text.length).toBe(text.length);
});

test("what it says to somebody who is signed in, it says to nobody else", async () => {
  const client = new Client(url);
  const order = await seedOrder(app, { step: 5 });
  await signInPatient(app, client, order.id);
  const mine = (await signInPage({}, "/login", client)).text;
  const before = (await signInPage()).text.length;
  expect(mine.length).not.toBe(before);
  expect((await signInPage()).text.length).toBe(before);
  expect((await signInPage({}, "/login", client)).text.length).toBe(mine.length);
});

test("a form that is refused shows what was typed, and the next visitor an empty one", async () => {
  const refused = await new Client(url).submit("/login?as=staff", {
    email: "somebody@clinic.example.org",
    password: "not this one, surely",
  });
  expect(refused.text).toContain("somebody@clinic.example.org");
  expect((await signInPage({}, "/login?as=staff")).text).not.toContain("somebody@clinic.example.org");
});

test.each(["//", "/./", "///login"])("the address %s, which is none by itself, is no fault", async (path) => {
  expect((await rawGet(url + path)).status).toBeLessThan(400);
});
