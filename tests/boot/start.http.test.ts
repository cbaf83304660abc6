import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "~/config.server";
import { storedSecret } from "~/core/settings/data-folder.server";
import { onFile, scratchConfig, scratchEnvironment, scratchFolder } from "../support/scratch";
import { runCommand, runNode, spawnServer } from "../support/server";

test("one error message lists all invalid settings", async () => {
  const { code, output } = await runNode(["build/server.js"], {
    PORT: "seventy",
    APP_SECRET: "short",
    PUBLIC_URL: "ftp://files.example",
    BOOKING_LEAD_HOURS: "-1",
  });
  expect(code).toBe(1);
  for (const name of ["PORT", "APP_SECRET", "PUBLIC_URL", "BOOKING_LEAD_HOURS"]) {
    expect(output).toContain(`  - ${name}: `);
  }
  expect(output).toContain("can't start with these settings");
  expect(output).not.toContain("    at ");
  expect(output).not.toContain("short\n");
});

// Invalid values, each with the message that follows the setting's name.
const invalid: Record<string, [typed: string, words: string]> = {
  PORT: ["99999", "must be a whole number from 0 to 65535"],
  PUBLIC_URL: ["https://clinic.example/visits", "must be the public address without a path, like https://"],
  TRUST_PROXY: ["127.0.0.1", "must be a whole number from 0 to 10"],
  LOG_LEVEL: ["loud", "must be one of debug, info, warn, error, silent"],
  SMS_PROVIDER: ["twillio", "must be one of outbox, twilio"],
  TWILIO_API_BASE: ["twilio", "must be an address like "],
  SMTP_URL: ["smtp://clinic:50%off@mail.example", "has a % in its user or password"],
  MAIL_FROM: ["no-address", "must be an address like "],
  BACKUP_EVERY: ["1w", "must be a number of minutes, hours or days, like 30m, 24h or 7d, or off"],
  BACKUP_KEEP: ["0", "must be a whole number from 1 to 1000"],
  MESSAGES_KEEP_MONTHS: ["never", "must be a whole number of months from 1 to 240, or off"],
  ALLOW_PRIVATE_HOSTS: ["https://10.2.0.5:8443/x", "must be hosts without a scheme, port, or path"],
  ORDER_SYSTEM_PRIVATE_HOSTS: ["https://10.2.0.5:8443/x", "must be hosts without a scheme, port, or path"],
  PATIENT_QUERY_LINKS: ["yes", "must be one of on, off"],
  REQUIRE_MFA: ["on", "must be one of off, admins, all"],
};

test.each(Object.entries(invalid))("an error shows which values %s accepts", (name, [typed, words]) => {
  expect(() =>
    scratchConfig({ [name]: typed, MAIL_FROM: name === "MAIL_FROM" ? typed : "a@b.example" }),
  ).toThrow(`settings:\n  - ${name}: ${words}`);
});

test.each([
  "https://a:b@clinic.example",
  "https://clinic.example?x=1",
  "https://clinic.example/#x",
  "smtp://",
])("%s is not a valid PUBLIC_URL or SMTP_URL", (typed) => {
  const name = typed.startsWith("smtp") ? "SMTP_URL" : "PUBLIC_URL";
  expect(() => scratchConfig({ [name]: typed, MAIL_FROM: "a@b.example" })).toThrow(`  - ${name}: must `);
});

test("the first bookable time can't be after the last one", () => {
  expect(() => scratchConfig({ BOOKING_LEAD_HOURS: "48", BOOKING_HORIZON_DAYS: "2" })).toThrow(
    "BOOKING_LEAD_HOURS: leaves no time to book before BOOKING_HORIZON_DAYS ends",
  );
});

test("hosts in ORDER_SYSTEM_PRIVATE_HOSTS are allowed in addition to ALLOW_PRIVATE_HOSTS", () => {
  const { privateHosts } = scratchConfig({
    ALLOW_PRIVATE_HOSTS: "10.2.0.5",
    ORDER_SYSTEM_PRIVATE_HOSTS: "Orders.Clinic.lan",
  });
  expect(privateHosts).toEqual(["10.2.0.5", "orders.clinic.lan"]);
});

test("an empty setting uses its default", () => {
  expect(scratchConfig({ PORT: "", BOOKING_LEAD_HOURS: "" })).toMatchObject({
    port: 3000,
    bookingLeadHours: 2,
  });
});

test("the secret is created once in the data folder and readable only by its owner", () => {
  const environment = { NODE_ENV: "production", DATA_DIR: join(scratchFolder(), "new") } as const;
  const first = readConfig(environment).appSecret;
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(readConfig(environment).appSecret).toBe(first);
  expect(statSync(join(environment.DATA_DIR, "app-secret")).mode & 0o777).toBe(0o600);
});

// Instances on a database server share a configured secret and don't store one.
const noneGiven = { APP_SECRET: "", ...onFile };

test.each(["EPERM", "ENOTSUP"])(
  "a folder that doesn't support hard links (%s) still gets a complete secret",
  (code) => {
    const folder = scratchFolder();
    const refused = () => {
      throw Object.assign(new Error("no links here"), { code });
    };
    const made = storedSecret(folder, { link: refused });
    expect(made.length).toBeGreaterThanOrEqual(43);
    expect(storedSecret(folder, { link: refused })).toBe(made);
    expect(readdirSync(folder)).toEqual(["app-secret"]);
    expect(statSync(join(folder, "app-secret")).mode & 0o777).toBe(0o600);
    const broken = () => {
      throw Object.assign(new Error("the disk fails"), { code: "EIO" });
    };
    const other = scratchFolder();
    expect(() => storedSecret(other, { link: broken })).toThrow("the disk fails");
    expect(readdirSync(other)).toEqual([]);
  },
);

test("a crash while the secret is being written leaves no file, and the next start creates one", () => {
  const DATA_DIR = scratchFolder();
  // Files can't grow, as on a full disk.
  spawnSync("sh", ["-c", `ulimit -f 0; exec "${process.execPath}" build/server.js`], {
    env: { ...scratchEnvironment({ DATA_DIR, ...noneGiven }), PORT: "0", NODE_ENV: "production" },
  });
  expect(existsSync(join(DATA_DIR, "app-secret"))).toBe(false);
  expect(scratchConfig({ DATA_DIR, ...noneGiven }).appSecret.length).toBeGreaterThanOrEqual(43);
});

test.each([
  ["empty", ""],
  ["truncated", "0123456789abcdef"],
])("if the stored secret is %s, startup shows recovery steps and keeps the file as is", (_, kept) => {
  const DATA_DIR = scratchFolder();
  const file = join(DATA_DIR, "app-secret");
  writeFileSync(file, kept);
  expect(() => scratchConfig({ DATA_DIR, ...noneGiven })).toThrow(
    /app-secret is empty or incomplete, .+ restore .*FILE --replace\. If this is a new installation/,
  );
  expect(readFileSync(file, "utf8")).toBe(kept);
});

test("the data folder and its files are accessible only to their owner", async () => {
  const server = await spawnServer({
    DATA_DIR: join(scratchFolder(), "new"),
    APP_SECRET: "",
    DATABASE_URL: "",
  });
  const DATA_DIR = server.dataDir;
  const made = await runCommand(["backup"], { DATA_DIR, APP_SECRET: "", ...onFile });
  expect(made.code).toBe(0);
  const names = readdirSync(DATA_DIR, { recursive: true }).map(String);
  expect(names).toEqual(
    expect.arrayContaining(["firstnight.db", "firstnight.db-wal", "server.lock", "backups"]),
  );
  const open = ["", ...names].filter((name) => (statSync(join(DATA_DIR, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  await server.end();
});

test("a second server with the same data folder shows an error and doesn't start", async () => {
  const first = await spawnServer();
  const { code, output } = await runNode(["build/server.js"], { DATA_DIR: first.dataDir, PORT: "0" });
  expect(code).toBe(1);
  expect(output).toContain(`Another Firstnight server is running on ${first.dataDir}. Stop it first`);
  expect(await first.end()).toBe(0);
});

test("if the port is in use, startup shows an error", async () => {
  const first = await spawnServer();
  const { port } = new URL(first.url);
  const { code, output } = await runNode(["build/server.js"], { PORT: port });
  expect([code, output.trim()]).toEqual([
    1,
    `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
  ]);
  expect(await first.end()).toBe(0);
});
