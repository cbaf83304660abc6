import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { listBackups } from "~/operations/backup/backups.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { onFile, openScratch, scratchConfig, scratchFolder } from "../support/scratch";
import { seedUser } from "../support/seed";
import { runCommand, startServer } from "../support/server";

const { app, url } = await startServer(onFile);
const settings = { ...onFile, DATA_DIR: app.config.dataDir };

test("keys:make prints a key that the order system's API accepts", async () => {
  const { code, output } = await runCommand(["keys:make", "Nightly export"], settings);
  expect(code).toBe(0);
  const key = /\S{20,}/.exec(output)?.[0];
  const reply = await new Client(url).put("/api/orders", { orders: [] }, { authorization: `Bearer ${key}` });
  expect(reply.status).not.toBe(401);
});

test("users:link prints a link that sets a password", async () => {
  const { email } = await seedUser(app, ["admin"]);
  const { code, output } = await runCommand(["users:link", email], { ...settings, PUBLIC_URL: url });
  expect(code).toBe(0);
  const [link = ""] = /\/reset-password\/[\w-]+/.exec(output) ?? [];
  const password = "night lamp over the harbor";
  const page = await PlainPage.open(new Client(url), link);
  const done = await page.press("Reset Password", { password, confirm_password: password });
  expect(done.status).toBe(200);
  expect((await new Client(url).post("/api/login", { email, password })).status).toBe(200);
});

test("backup and restore return a database that was changed in between", async () => {
  const config = scratchConfig(onFile);
  const clinic = openScratch({ ...onFile, DATA_DIR: config.dataDir });
  const { id } = await seedUser(clinic, ["admin"]);
  await clinic.close();
  const folder = { ...onFile, DATA_DIR: config.dataDir };
  expect((await runCommand(["backup"], folder)).code).toBe(0);
  const [backup] = await listBackups(config.backups.dir, Date.now());
  const changed = openApp(config);
  await changed.db.deleteFrom("users").where("id", "=", id).execute();
  await changed.close();
  const { code, output } = await runCommand(
    ["restore", backup?.file ?? "", "--replace", "--no-start"],
    folder,
  );
  expect([code, output]).toEqual([0, expect.any(String)]);
  const restored = openApp(config);
  const users = await restored.db.selectFrom("users").select("id").execute();
  await restored.close();
  expect(users).toContainEqual({ id });
});

test("demo:create creates a demo once and prints where its sign-ins are", async () => {
  const folder = { ...onFile, DATA_DIR: scratchFolder(), APP_SECRET: "", DEMO_SCALE: "small" };
  const first = await runCommand(["demo:create"], folder);
  expect([first.code, first.output]).toEqual([0, expect.stringContaining("Created today's demo: ")]);
  const file = first.output.trim().split("Created today's demo: ")[1] ?? "";
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8"))).length).toBeGreaterThan(0);
  const second = await runCommand(["demo:create"], folder);
  expect([second.code, second.output]).toEqual([0, expect.stringContaining("Today's demo already exists: ")]);
});
