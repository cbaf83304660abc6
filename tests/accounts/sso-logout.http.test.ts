import { createServer } from "node:http";
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { minute, second } from "~/core/time";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { listen } from "../support/free-port";
import { clientId } from "../support/sign-on-provider";
import { someone, startSsoClinic } from "../support/sso-clinic";

const { app, clock, url, provider, signIn } = await startSsoClinic();

afterEach(async () => {
  provider.forgeWith(null);
  provider.useWrongKey(false);
  await app.db.deleteFrom("limits").execute();
});

let tokens = 0;
const tokenFor = (claims: object) => {
  const now = Math.floor(clock.now() / second);
  tokens += 1;
  const right = {
    iss: provider.issuer,
    aud: clientId,
    iat: now,
    exp: now + 120,
    jti: `token ${tokens}`,
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  };
  return provider.sign({ ...right, ...claims }, "logout+jwt");
};
const post = (logout_token: string) =>
  new Client(url).send("/api/sso/backchannel-logout", { method: "POST", form: { logout_token } });
const send = async (claims: object) => post(await tokenFor(claims));
const isSignedIn = async (client: Client) => (await client.get("/account")).status === 200;
const keysRead = () => provider.requests.filter((path) => path === "/jwks").length;

test("signing out at the provider ends the user's sessions", async () => {
  const [ann, ben] = [someone(), someone()];
  const [first, second, other] = [await signIn(ann), await signIn(ann), await signIn(ben)];
  await provider.signOut(ann.sub);
  expect(await isSignedIn(first.client)).toBe(false);
  expect(await isSignedIn(second.client)).toBe(false);
  expect(await isSignedIn(other.client)).toBe(true);
});

test("a logout token that is forged, old, or meant for another application is refused, and so is an ID token", async () => {
  const ann = someone();
  const { client } = await signIn(ann);
  const now = Math.floor(clock.now() / second);
  for (const wrong of [
    { aud: "another-application" },
    { iss: "https://evil.example" },
    { iat: now - 900, exp: now - 600 },
    { iat: now - 900 },
    { events: {} },
    { nonce: "n" },
    { sub: undefined },
  ]) {
    expect((await send({ sub: ann.sub, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  }
  provider.useWrongKey(true);
  expect((await send({ sub: ann.sub })).status).toBe(400);
  provider.useWrongKey(false);
  expect(await isSignedIn(client)).toBe(true);
  expect((await send({ sub: ann.sub })).status).toBe(200);
  expect(await isSignedIn(client)).toBe(false);
});

test("a logout token doesn't end sessions that were opened after it was issued", async () => {
  const ann = someone();
  await signIn(ann);
  const token = await tokenFor({ sub: ann.sub });
  clock.advance(2 * minute);
  const { client } = await signIn(ann);
  expect((await post(token)).status).toBe(200);
  expect(await isSignedIn(client)).toBe(true);
  clock.set(Date.now());
});

test("a logout token works only once", async () => {
  const ann = someone();
  const { client } = await signIn(ann);
  const token = await tokenFor({ sub: ann.sub });
  expect((await post(token)).status).toBe(200);
  expect(await isSignedIn(client)).toBe(false);
  const next = await signIn(ann);
  expect((await post(token)).status).toBe(400);
  expect(await isSignedIn(next.client)).toBe(true);
});

test("a logout token with only a session ID ends that session, even before the second sign-in step is done", async () => {
  const ann = someone();
  const inSession = async (sid: string) => {
    provider.forgeWith((claims) => ({ ...claims, sid }));
    return signIn(ann);
  };
  const [first, second] = [await inSession("one"), await inSession("two")];
  expect((await send({ sid: "one" })).status).toBe(200);
  expect([await isSignedIn(first.client), await isSignedIn(second.client)]).toEqual([false, true]);
  await app.db.updateTable("users").set({ two_step: "email" }).where("email", "=", ann.email).execute();
  const third = await inSession("three");
  const [, challenge = ""] = /name="challenge" value="([\w-]{43})"/.exec(third.reply.text) ?? [];
  expect((await send({ sid: "three" })).status).toBe(200);
  const code = await new Client(url).post("/api/login/verify", { challenge, code: "123456" });
  expect(code.json.error).toContain("took too long");
});

test("signing out at the provider also ends a session that needed a second sign-in step", async () => {
  const ann = someone();
  await signIn(ann);
  await app.db.updateTable("users").set({ two_step: "email" }).where("email", "=", ann.email).execute();
  provider.forgeWith((claims) => ({ ...claims, sid: "four" }));
  const { reply } = await signIn(ann);
  const [, challenge = ""] = /name="challenge" value="([\w-]{43})"/.exec(reply.text) ?? [];
  const { body_sealed } = await app.reads
    .selectFrom("outbox")
    .select("body_sealed")
    .where("recipient", "=", ann.email)
    .where("kind", "=", "sign-in-code")
    .executeTakeFirstOrThrow();
  const [code = ""] = /\d{6}/.exec(app.secrets.open(body_sealed)) ?? [];
  const client = new Client(url);
  await client.post("/api/login/verify", { challenge, code });
  expect(await isSignedIn(client)).toBe(true);
  await send({ sid: "four" });
  expect(await isSignedIn(client)).toBe(false);
});

test("any number of forged tokens cause at most one request to the provider", async () => {
  const before = provider.requests.length;
  await Promise.all(["x", "a.b.c", "e30.e30.x"].map(post));
  await send({ sub: "1", iss: "https://evil.example" });
  await send({ sub: "1", aud: "another-application" });
  expect(provider.requests).toHaveLength(before);
  provider.useWrongKey(true);
  const keysBefore = keysRead();
  const forged = await Promise.all(Array.from({ length: 20 }, () => send({ sub: "1" })));
  expect(new Set(forged.map(({ status }) => status))).toEqual(new Set([400]));
  expect(keysRead() - keysBefore).toBeLessThanOrEqual(1);
});

test("an IP address can send 100 invalid logout tokens in 15 minutes, and valid ones don't count", async () => {
  const ann = someone();
  await signIn(ann);
  expect((await send({ sub: ann.sub })).status).toBe(200);
  const wrong = await Promise.all(Array.from({ length: 101 }, () => post("x")));
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(1);
});

test("the log contains no claims from a refused logout token", async () => {
  const logged: unknown[] = [];
  const keep = (...about: unknown[]) => void logged.push(...about);
  const spies = [vi.spyOn(app.log, "error"), vi.spyOn(app.log, "warn")].map((spy) =>
    spy.mockImplementation(keep),
  );
  await send({ sub: "secret-subject", sid: "secret-sid", iat: Math.floor(clock.now() / second) - 900 });
  await send({ sub: "secret-subject", email: "secret@clinic.example", nonce: "n" });
  for (const spy of spies) spy.mockRestore();
  expect(logged.length).toBeGreaterThan(0);
  expect(inspect(logged, { depth: 10, showHidden: true })).not.toContain("secret");
});

test("while the provider is down, simultaneous logout tokens open only one connection at a time", async () => {
  await provider.stop();
  let open = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  let isHeld = true;
  const down = createServer((_, response) => {
    open += 1;
    most = Math.max(most, open);
    const respond = () => {
      open -= 1;
      response.writeHead(503).end();
    };
    if (isHeld) waiting.push(respond);
    else respond();
  });
  await listen(down, Number(new URL(provider.issuer).port));
  clock.advance(11 * minute);
  const sending = Promise.all(Array.from({ length: 20 }, () => send({ sub: "1" })));
  const counted = () =>
    app.reads
      .selectFrom("limits")
      .select((eb) => eb.fn.sum<number>("points").as("points"))
      .executeTakeFirst();
  await eventually(counted, (found) => found?.points === 20 && waiting.length > 0);
  isHeld = false;
  for (const respond of waiting) respond();
  const replies = await sending;
  down.close();
  down.closeAllConnections();
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
  expect(most).toBe(1);
});
