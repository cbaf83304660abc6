import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { hour } from "~/core/time";
import { scales } from "~/demo/demo-size";
import type { DemoFile } from "~/demo/folder/demo-file.server";
import { prepareDemo } from "~/demo/folder/prepare-demo.server";
import { atEnd } from "../support/cleanup";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { scratchApp, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { seedOrder } from "../support/seed";
import { runNode, spawnServer } from "../support/server";

const fileIn = (folder: string): DemoFile => JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));

test("one command starts a demo in which every entry in demo.json works, and the next start reuses it", async () => {
  const first = await spawnServer({}, "app/cli/demo.mjs");
  const { dataDir } = first;
  const file = fileIn(dataDir);
  expect(file.base_url).toBe(first.url);
  for (const { email, password, roles } of file.staff) {
    const reply = await new Client(file.base_url).post("/api/login", { email, password });
    expect(reply.status).toBe(200);
    expect(reply.json.roles.toSorted()).toEqual(roles.toSorted());
  }
  expect((await new Client(file.base_url).get("/login")).text).toContain("This is a demo.");
  const [used, kept] = file.patients.filter(({ step }) => step === 5);
  const patient = new Client(file.base_url);
  const entry = await patient.post("/api/validate-code", { code: used?.access_code });
  expect(entry.json).toMatchObject({ success: true, patient_id: used?.patient_id });
  for (const { link_code, patient_id, brightree_db, sales_order_no } of file.patients.slice(0, 50)) {
    const reply = await new Client(file.base_url).get(`/api/shortlink/bootstrap-schedule/${link_code}`);
    expect(reply.json).toMatchObject({ patient_id, brightree_db, sales_order_no });
  }
  const order = {
    brightree_db: "QHMS",
    patient_id: 1,
    sales_order_no: "900001",
    patient_name: "New One",
    step: 1,
  };
  const put = await new Client(file.base_url).put(
    "/api/orders",
    { orders: [order] },
    { authorization: `Bearer ${file.integration_key}` },
  );
  expect(put.json).toMatchObject({ ok: true, inserted: 1 });
  for (const text of [file.base_url, "admin", "supervisor + therapist", "demo.json"]) {
    expect(first.output()).toContain(text);
  }
  const patientWithDetails = file.patients.find(({ brightree_db: db }) => db === "BRHC");
  const supervisor = new Client(file.base_url);
  const supervisorLogin = file.staff.find(({ roles }) => roles.includes("supervisor"));
  await supervisor.post("/api/login", { email: supervisorLogin?.email, password: supervisorLogin?.password });
  const details = await supervisor.get(`/api/order-meta?db=BRHC&pid=${patientWithDetails?.patient_id}`);
  expect(details.json).toMatchObject({ ok: true, data: { branch_office: expect.any(String) } });
  expect(details.json.data.order.address).toContain(", TN 37");
  expect(details.json.data.items[0].proc_code).toBe("E0601");
  const another = await runNode(["app/cli/demo.mjs"], { DATA_DIR: dataDir });
  expect(another.code).toBe(1);
  expect(another.output).toContain(`Another Firstnight server is running on ${dataDir}.`);
  expect(another.output).not.toContain("    at ");
  expect(fileIn(dataDir)).toEqual(file);
  expect(await first.end("SIGINT")).toBe(0);

  const second = await spawnServer({ DATA_DIR: dataDir }, "app/cli/demo.mjs");
  const again = fileIn(dataDir);
  expect(again.base_url).toBe(second.url);
  expect(again.patients).toHaveLength(161);
  const find = ({ patients }: DemoFile, so?: string | null) =>
    patients.find(({ sales_order_no }) => sales_order_no === so);
  expect(find(again, used?.sales_order_no)?.access_code).toBeNull();
  expect(find(again, kept?.sales_order_no)).toEqual(kept);
  expect(await second.end()).toBe(0);
});

/** The IDs of a process's child processes. */
function childrenOf(parent: number | undefined): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid);
}

test("a demo shuts down cleanly even if its simulated order system has already stopped", async () => {
  const demo = await spawnServer({}, "app/cli/demo.mjs");
  const [simulator = 0] = await eventually(
    () => childrenOf(demo.child.pid),
    (found) => found.length === 1,
  );
  process.kill(simulator, "SIGKILL");
  await eventually(
    () => childrenOf(demo.child.pid),
    (found) => found.length === 0,
  );
  expect(await demo.end()).toBe(0);
  expect(demo.output()).not.toContain("ERR_IPC_DISCONNECTED");
});

test("a demo shuts down cleanly when all its processes get a signal twice", async () => {
  const demo = await spawnServer({}, "app/cli/demo.mjs");
  const [simulator = 0] = await eventually(
    () => childrenOf(demo.child.pid),
    (found) => found.length === 1,
  );
  process.kill(simulator, "SIGTERM");
  demo.child.kill("SIGTERM");
  expect(await demo.end()).toBe(0);
  expect(demo.output()).not.toContain("    at ");
});

test("a demo never replaces another database", async () => {
  const app = scratchApp();
  await seedOrder(app);
  const { code, output } = await runNode(["app/cli/demo.mjs"], { DATA_DIR: app.config.dataDir });
  expect(code).toBe(1);
  expect(output).toContain("is not a demo database. A demo never replaces other data. Set DATA_DIR");
  expect(existsSync(join(app.config.dataDir, "demo.json"))).toBe(false);
  expect(await app.db.selectFrom("orders").selectAll().execute()).toHaveLength(1);
});

test("npm start refuses to run on a demo database unless SERVE_DEMO allows it", async () => {
  const config = scratchConfig();
  await prepareDemo(config, scales.small);
  const folder = { DATA_DIR: config.dataDir };
  const { code, output } = await runNode(["app/cli/start.mjs"], folder);
  expect(code).toBe(1);
  expect(output).toContain("contains the demo, whose passwords are public.");
  expect(output).not.toContain("    at ");
  const allowed = await spawnServer({ ...folder, SERVE_DEMO: "on" }, "app/cli/start.mjs");
  expect((await new Client(allowed.url).get("/healthz")).status).toBe(200);
  expect(await allowed.end()).toBe(0);
});

test("if the port is already in use, the error is short and explains what to do", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  atEnd(() => other.close());
  const { code, output } = await runNode(["app/cli/demo.mjs"], { PORT: String(port) });
  expect(code).toBe(1);
  expect(output).toContain(
    `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
  );
});

test("today's demo is kept, and an older one is replaced", async () => {
  const config = scratchConfig({ DATA_DIR: scratchFolder() });
  const clock = testClock();
  const first = await prepareDemo(config, scales.small, clock);
  expect(first.created).toBe(true);
  const app = openApp(config, clock);
  await app.db.deleteFrom("users").where("email", "like", "nora%").execute();
  await app.close();
  clock.advance(hour);
  const second = await prepareDemo(config, scales.small, clock);
  expect(second.created).toBe(false);
  expect(second.file.staff).toHaveLength(first.file.staff.length - 1);
  clock.advance(24 * hour);
  const third = await prepareDemo(config, scales.small, clock);
  expect(third.created).toBe(true);
  expect(third.file.staff).toHaveLength(first.file.staff.length);
});
