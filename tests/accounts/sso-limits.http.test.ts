import { afterEach, expect, test } from "vitest";
import { Client } from "../support/client";
import { someone, startSsoClinic } from "../support/sso-clinic";

const { app, url, signIn } = await startSsoClinic();

afterEach(async () => {
  await app.db.deleteFrom("limits").execute();
});

test("200 users behind one address can sign in several times, and each success frees its start", async () => {
  const startsOf = async () =>
    (
      await app.reads.selectFrom("limits").select("points").where("key", "like", "sso-address%").execute()
    ).map(({ points }) => points);
  const client = new Client(url);
  for (let nth = 0; nth < 120; nth++) expect((await client.get("/sso")).status).toBe(302);
  expect(await startsOf()).toEqual([120]);
  expect((await signIn(someone())).reply.status).toBe(303);
  expect(await startsOf()).toEqual([120]);
});

test("images on another site don't lock single sign-on or passkeys for an office", async () => {
  const image = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };
  for (let nth = 0; nth < 110; nth++) {
    expect((await new Client(url).get("/sso", image)).status).toBe(403);
  }
  expect(await app.reads.selectFrom("limits").selectAll().execute()).toEqual([]);
  expect((await signIn(someone())).reply.status).toBe(303);
});
