import { expect, test } from "vitest";
import { Client, rawGet } from "../../support/client";
import { seedClinic, seedOrder, signInPatient } from "../../support/seed";
import { startServer } from "../../support/server";

const { app, url } = await startServer();
await seedClinic(app);

/** Requests the sign-in page. Returns its nonces too. */
async function signInPage(headers: Record<string, string> = {}, path = "/login", client = new Client(url)) {
  const reply = await client.get(path, headers);
  const { text } = reply;
  const named = [...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
  const policy = reply.headers.get("content-security-policy") ?? "";
  return { text, named: new Set(named), allowed: /'nonce-([^']+)'/.exec(policy)?.[1] };
}

test("a cached page has a new nonce in each response", async () => {
  const pages = [await signInPage(), await signInPage(), await signInPage()];
  for (const { named, allowed } of pages) expect([...named]).toEqual([allowed]);
  expect(new Set(pages.map(({ allowed }) => allowed)).size).toBe(3);
  const [first, second] = pages.map(({ text, allowed = "" }) => text.replaceAll(allowed, "nonce"));
  expect(first).toBe(second);
});

test("Save-Data, the style cookie, and the staff tab each have their own cached page", async () => {
  const { text } = await signInPage();
  expect(text).toContain("<script");
  expect((await signInPage({ "save-data": "on" })).text).not.toContain("<script");
  const sheet = /data-href="([^"]+)"/.exec(text)?.[1] ?? "";
  const held = (await signInPage({ cookie: `style=${sheet}` })).text;
  expect(held).toContain(`<link rel="stylesheet" href="${sheet}"/>`);
  expect(held).not.toContain("<style");
  expect((await signInPage({}, "/login?as=staff")).text).toContain('data-tab="staff" aria-current="page"');
  expect((await signInPage()).text.length).toBe(text.length);
});

test("a signed-in user's page is never shown to another visitor", async () => {
  const client = new Client(url);
  const order = await seedOrder(app, { step: 5 });
  await signInPatient(app, client, order.id);
  const mine = (await signInPage({}, "/login", client)).text;
  const before = (await signInPage()).text.length;
  expect(mine.length).not.toBe(before);
  expect((await signInPage()).text.length).toBe(before);
  expect((await signInPage({}, "/login", client)).text.length).toBe(mine.length);
});

test("values entered in a rejected form are shown only to the user who sent it", async () => {
  const refused = await new Client(url).submit("/login?as=staff", {
    email: "somebody@clinic.example.org",
    password: "not this one, surely",
  });
  expect(refused.text).toContain("somebody@clinic.example.org");
  expect((await signInPage({}, "/login?as=staff")).text).not.toContain("somebody@clinic.example.org");
});

test.each(["//", "/./", "///login"])("the path %s doesn't cause an error", async (path) => {
  expect((await rawGet(url + path)).status).toBeLessThan(400);
});
