import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client } from "../support/client";
import { openScratch, scratchApp, scratchConfig, scratchFolder } from "../support/scratch";
import { seedDatabase } from "../support/seed";
import { runCommand, spawnServer } from "../support/server";

const sample = new URL("./sample-orders.csv", import.meta.url).pathname;

async function clinic() {
  const app = scratchApp();
  await seedDatabase(app, "QHMS");
  return { app, settings: { DATA_DIR: app.config.dataDir } };
}

test("orders:import lists invalid rows and exits with 1", async () => {
  const { settings } = await clinic();
  const { code, output } = await runCommand(["orders:import", sample], settings);
  expect(code).toBe(1);
  expect(output).toContain("line 6, phone: Please enter a 10-digit US phone number.");
  expect(output).toContain("inserted 8, updated 0, unchanged 1, errors 6");
});

test("orders:import exits with 0 for a valid file", async () => {
  const { settings } = await clinic();
  const file = join(scratchFolder(), "orders.csv");
  writeFileSync(file, "brightree_db,patient_id,sales_order_no\r\nQHMS,1,2\r\n");
  const { code, output } = await runCommand(["orders:import", file], settings);
  expect([code, output.trim()]).toEqual([0, "inserted 1, updated 0, unchanged 0, errors 0"]);
});

test("orders:import reports a missing argument, file, or column", async () => {
  const { settings } = await clinic();
  expect((await runCommand(["orders:import"], settings)).code).toBe(2);
  expect((await runCommand(["orders:import", "/nowhere.csv"], settings)).output).toContain(
    "/nowhere.csv does not exist.",
  );
  const file = join(scratchFolder(), "orders.csv");
  writeFileSync(file, "name\nAnn\n");
  const { code, output } = await runCommand(["orders:import", file], settings);
  expect(code).toBe(1);
  expect(output).toContain('The file has no column "brightree_db".');
});

test("orders:import rejects a file full of unclosed quotes and prints a short error", async () => {
  const { settings } = await clinic();
  const file = join(scratchFolder(), "orders.csv");
  writeFileSync(
    file,
    `brightree_db,patient_id,sales_order_no,patient_name\n${'QHMS,1,"a\n'.repeat(200_000)}`,
  );
  const { code, output } = await runCommand(["orders:import", file], settings);
  expect([code, output.trim()]).toEqual([
    1,
    "This file has more than 1,000 lines that can't be read. Line 2: A quotation mark is never closed.",
  ]);
});

test("codes:generate prints a code that works on the running server", async () => {
  const config = scratchConfig();
  const app = openScratch({ DATA_DIR: config.dataDir });
  await seedDatabase(app, "QHMS");
  await app.close();
  const server = await spawnServer({ DATA_DIR: config.dataDir });
  const settings = { DATA_DIR: config.dataDir, PUBLIC_URL: server.url };
  const args = ["codes:generate", "--patient-id", "4711", "--db", "QHMS", "--email", "ann@example.com"];
  const { code, output } = await runCommand(args, settings);
  expect(code).toBe(0);
  const accessCode = /Access code: (\d{6})/.exec(output)?.[1] ?? "";
  const link = /\/schedule\/([a-z2-9]{20})/.exec(output)?.[1];
  const reply = await new Client(server.url).post("/api/validate-code", { code: accessCode });
  expect(reply.json).toEqual({ success: true, patient_id: 4711, brightree_db: "QHMS" });
  const timeline = await new Client(server.url).get(`/api/shortlink/timeline/${link}`);
  expect(timeline.json).toMatchObject({ ok: true, waiting_on: "you" });

  const revoked = await runCommand(["codes:revoke", "--patient-id", "4711", "--db", "QHMS"], settings);
  expect(revoked.code).toBe(0);
  expect((await new Client(server.url).get(`/api/shortlink/timeline/${link}`)).status).toBe(404);
});

test("codes:generate prints a one-sentence error for invalid arguments", async () => {
  const { settings } = await clinic();
  const { code, output } = await runCommand(
    ["codes:generate", "--patient-id", "1", "--db", "NOPE"],
    settings,
  );
  expect(code).toBe(1);
  expect(output).toContain("Enter a phone number or an email address to send the code to.");
  const unknown = await runCommand(["codes:generate", "--patient", "1"], settings);
  expect(unknown.code).toBe(2);
  expect(unknown.output).toContain("Unknown option '--patient'.");
  expect(unknown.output).toContain("firstnight codes:generate --patient-id N --db NAME");
  expect(unknown.output).not.toContain(" at ");
});
