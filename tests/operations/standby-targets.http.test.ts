import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { litestreamProgram, startLitestream } from "../support/litestream";
import { replicatedClinic } from "../support/replicated-clinic";
import { startS3Server } from "../support/s3-server";
import { onFile, openScratch, scratchFolder } from "../support/scratch";
import { runCommand } from "../support/server";

async function clinicWithStorage() {
  const s3 = await startS3Server();
  const replica = {
    url: "s3://standby/firstnight",
    endpoint: s3.endpoint,
    "access-key-id": "key",
    "secret-access-key": "secret",
  };
  return { s3, ...(await replicatedClinic(replica)) };
}

test("a standby is restored from S3-compatible storage", async () => {
  const { s3, book, caughtUp, healthAfter, restore } = await clinicWithStorage();
  for (let nth = 0; nth < 3; nth++) await book();
  await caughtUp();
  expect(await healthAfter(0)).toMatchObject({ state: "good" });
  expect([...s3.objects.keys()].some((key) => key.startsWith("standby/firstnight/generations/"))).toBe(true);
  expect(await restore()).toBe(3);
});

test("while storage is slow, patients book as fast as before, and Health shows how much isn't copied", async () => {
  const { s3, book, state, caughtUp, healthAfter, restore } = await clinicWithStorage();
  await caughtUp();
  expect(await healthAfter(0)).toMatchObject({ state: "good" });
  s3.state.delay = 4000;
  const times = [];
  for (let nth = 0; nth < 5; nth++) times.push(await book());
  expect(Math.max(...times)).toBeLessThan(s3.state.delay);
  await eventually(state, ({ behind }) => (behind ?? 0) > 0);
  expect(await healthAfter(2)).toMatchObject({
    state: "warn",
    message: expect.stringMatching(
      /^Litestream is running, but \d+ (?:kB|MB) are not copied yet\. See its log\. If its storage was full, make room and restart Litestream\. The replica last had every change 2 minutes ago\.$/,
    ),
  });
  s3.state.delay = 0;
  await caughtUp();
  expect(await healthAfter(0)).toMatchObject({ state: "good" });
  expect(await restore()).toBe(5);
});

test.each(["full", "away"] as const)(
  "while storage is %s, patients book, Health shows it, and the replica catches up once it is back",
  async (mood) => {
    const { s3, book, state, caughtUp, healthAfter, restore, server } = await clinicWithStorage();
    await book();
    await caughtUp();
    await healthAfter(0);
    s3.state.mood = mood;
    for (let nth = 0; nth < 4; nth++) await book();
    await eventually(
      () => s3.state.refused,
      (refused) => refused > 0,
    );
    await eventually(state, ({ behind }) => (behind ?? 0) > 0);
    expect(await healthAfter(60)).toMatchObject({
      state: "bad",
      message: expect.stringContaining("The replica last had every change 60 minutes ago."),
    });
    expect((await new Client(server.url).get("/readyz")).status).toBe(200);
    s3.state.mood = "well";
    await caughtUp();
    expect(await healthAfter(0)).toMatchObject({ state: "good" });
    expect(await restore()).toBe(5);
  },
);

test("an encrypted replica is restored with the configuration that has its identity", async () => {
  const environment = { ...onFile, DATA_DIR: scratchFolder(), LITESTREAM_PATH: litestreamProgram };
  await openScratch({ ...environment, REPLICATION: "litestream" }).close();
  const identity = await generateIdentity();
  const recipients = `{recipients: [${await identityToRecipient(identity)}]}`;
  const path = scratchFolder();
  const { configuration, output, end } = await startLitestream(environment.DATA_DIR, {
    replica: { type: "file", path, age: recipients },
  });
  // Litestream 0.3.13 copies once more when it ends. During another copy, both write the same file with different keys.
  await eventually(output, (text) => text.includes("wal segment written"));
  await end();
  const restore = (from: string) =>
    runCommand(["standby:restore", from, "--no-start"], { ...environment, DATA_DIR: scratchFolder() });
  expect(await restore(path)).toEqual({
    code: 1,
    output: expect.stringContaining("enter the configuration file with its identities instead."),
  });
  const withIdentity = join(scratchFolder(), "litestream.yml");
  const text = readFileSync(configuration, "utf8");
  writeFileSync(withIdentity, text.replace(recipients, `{identities: [${identity}]}`));
  expect(await restore(withIdentity)).toEqual({
    code: 0,
    output: expect.stringContaining("Restored the replica: it has no changes yet."),
  });
});
