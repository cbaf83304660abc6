import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { addressList } from "~/core/settings/address-list.server";
import { routeNames } from "~/http/route-names.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { agree, write } from "../support/http-actions";
import { scratchConfig } from "../support/scratch";
import { seedOrder, seedUser } from "../support/seed";
import { startServer } from "../support/server";

/** Returns the metrics lines that start with a name. */
const linesOf = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(name));

test("metrics cover requests, deliveries, errors, the outbox, and failed sign-ins, without personal data", async () => {
  const twilio = await startFakeTwilio(({ body }) =>
    body === "to a landline" ? { error: { status: 400, code: 21614 } } : undefined,
  );
  const { app, url } = await startServer(twilio.environment);
  const client = new Client(url);
  const user = await seedUser(app, ["supervisor"]);
  const order = await seedOrder(app);
  await client.get("/track/an-unknown-code");
  await client.post(
    "/api/login",
    { email: user.email, password: "not this one" },
    { origin: "http://clinic.example" },
  );
  await agree(app, "+19195550142");
  await write(app, "+19195550142", "arrives");
  await write(app, "+19195550142", "to a landline");
  await write(app, "+19195550143", "is held");
  await eventually(
    () => app.reads.selectFrom("outbox").select("id").where("status", "in", ["queued", "sending"]).execute(),
    (rows) => rows.length === 0,
  );
  const reply = await client.get("/metrics");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const line of [
    'firstnight_http_requests_total{method="GET",route="/track/:code",status="404"} 1',
    'firstnight_http_request_duration_seconds_count{route="/api/login"} 1',
    'firstnight_sign_in_failures_total{way="password"} 1',
    'firstnight_deliveries_total{channel="sms",kind="chat",outcome="taken"} 1',
    'firstnight_deliveries_total{channel="sms",kind="chat",outcome="failed"} 1',
    'firstnight_provider_errors_total{channel="sms",code="21614"} 1',
    'firstnight_outbox_messages{state="queued"} 0',
    'firstnight_outbox_messages{state="held"} 1',
    'firstnight_outbox_messages{state="failed"} 1',
    "firstnight_outbox_oldest_due_seconds 0",
  ]) {
    expect(linesOf(reply.text, line.split("{")[0] ?? "")).toContain(line);
  }
  const figure = (line: string) => Number(linesOf(reply.text, line)[0]?.split(" ").at(-1));
  expect(figure('firstnight_database_bytes{file="database"}')).toBeGreaterThan(0);
  expect(figure('firstnight_database_statement_seconds_count{connection="write"}')).toBeGreaterThan(10);
  expect(figure("firstnight_backup_age_seconds")).toBe(-1);
  expect(linesOf(reply.text, "nodejs_eventloop_lag_mean_seconds")).toHaveLength(1);
  expect(linesOf(reply.text, "process_resident_memory_bytes")).toHaveLength(1);
  for (const personal of ["919555", user.email, order.patient_name ?? "", "a-code-that"]) {
    expect(reply.text).not.toContain(personal);
  }
});

interface Dashboard {
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string }[] };
  panels: {
    id: number;
    type: string;
    datasource: unknown;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { refId: string; expr: string; legendFormat: string; datasource: unknown }[];
  }[];
}

const dashboard: Dashboard = JSON.parse(readFileSync(join(projectRoot, "docs/grafana.json"), "utf8"));
const targets = dashboard.panels.flatMap((panel) => panel.targets);

/** Lists the labels that an expression filters by, groups by, or shows. */
const labelsIn = (text: string) => [
  ...[...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", ")),
  ...[...text.matchAll(/(\w+)=~?"/g)].map(([, name]) => name),
  ...[...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
];

test("every metric and label on the Grafana dashboard exists", async () => {
  const { app, url } = await startServer();
  expect((await new Client(url).get("/metrics")).status).toBe(200);
  const { registry } = app.metrics;
  let checked = 0;
  for (const { expr, legendFormat } of targets) {
    for (const [name] of expr.matchAll(/\b(firstnight|nodejs|process)_\w+/g)) {
      const metric =
        registry.getSingleMetric(name) ?? registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, ""));
      expect(metric, name).toBeDefined();
      const { labelNames = [] } = metric as unknown as { labelNames?: string[] };
      // Prometheus adds `job`, and histograms add `le`.
      expect(["job", "le", ...labelNames], expr).toEqual(
        expect.arrayContaining(labelsIn(expr + legendFormat)),
      );
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(15);
});

test("the Grafana dashboard can be imported: every panel has a position, a data source, and queries", () => {
  expect(dashboard).toMatchObject({ uid: "firstnight", title: "Firstnight", schemaVersion: 39 });
  const variables = dashboard.templating.list.map(({ name }) => name);
  expect(variables).toEqual(["source", "job"]);
  const source = { type: "prometheus", uid: expect.stringMatching(/^\$\{source\}$/) };
  const taken = new Set<string>();
  for (const { id, type, datasource, gridPos, targets: queries } of dashboard.panels) {
    expect(["stat", "timeseries"]).toContain(type);
    for (const one of [datasource, ...queries.map((target) => target.datasource)])
      expect(one).toEqual(source);
    expect(new Set(queries.map(({ refId }) => refId)).size, `query letters of panel ${id}`).toBe(
      queries.length,
    );
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken.has(`${x} ${y}`), `panel ${id} overlaps another`).toBe(false);
        taken.add(`${x} ${y}`);
      }
    }
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const used = targets.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name));
  expect([...new Set(used)].sort()).toEqual(["__rate_interval", "job"]);
});

test("only addresses in METRICS_FROM can read metrics, even through a proxy", async () => {
  const { url } = await startServer();
  const client = new Client(url);
  expect((await client.get("/metrics")).status).toBe(200);
  expect((await client.get("/metrics", { "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
  expect((await client.get("/metrics", { "x-forwarded-for": "203.0.113.9, 127.0.0.1" })).status).toBe(403);
  const { url: elsewhere } = await startServer({ METRICS_FROM: "10.2.0.0/16" });
  expect((await new Client(elsewhere).get("/metrics")).status).toBe(403);
  const { url: off } = await startServer({ METRICS_FROM: "off" });
  expect((await new Client(off).get("/metrics")).status).toBe(403);
});

test("an address list accepts only IPv4 and IPv6 addresses and networks", () => {
  const list = addressList("127.0.0.1, 10.2.0.0/16, fd00::/8");
  for (const address of ["127.0.0.1", "10.2.255.1", "fd12::1"])
    expect(list?.has(address), address).toBe(true);
  for (const address of ["127.0.0.2", "10.3.0.1", "fe80::1", "nobody", ""]) {
    expect(list?.has(address), address).toBe(false);
  }
  for (const invalid of ["localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/1.5"]) {
    expect(addressList(invalid), invalid).toBeNull();
  }
  expect(() => scratchConfig({ METRICS_FROM: "everybody" })).toThrow(/METRICS_FROM: must be addresses/);
});

test.each([
  ["/", "/"],
  ["/schedule?pid=40012", "/schedule"],
  ["/schedule/7hGk2", "/schedule/:code"],
  ["/messages", "/messages/:conversationId?"],
  ["/messages/17", "/messages/:conversationId?"],
  ["/messages/17/star", "/messages/:conversationId/star"],
  ["/messages/start", "/messages/start"],
  ["/build/root-ABC.js", "file"],
  ["/favicon.ico", "file"],
  ["/wp-admin/setup.php", "other"],
])("%s is counted as %s", (path, name) => {
  const named = routeNames([
    undefined,
    "*",
    "schedule",
    "schedule/:code",
    "messages/:conversationId?",
    "messages/:conversationId/star",
    "messages/start",
  ]);
  expect(named(path)).toBe(name);
});
