import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { day, formatTime, localDate, minute } from "~/core/time";
import { appointmentEndpoints, userEndpoints } from "~/dashboard/appointments/appointment-row-fields";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const { therapist } = await seedClinic(app);
const formula = await seedTherapist(app, { name: '=HYPERLINK("http://evil","x")', timezone: "PST" });
const supervisorUser = await seedUser(app, ["supervisor"]);
const adminUser = await seedUser(app, ["admin"]);
const therapistUser = await seedUser(app, ["therapist"]);
const now = clock.now();

async function add(fields: Partial<Parameters<typeof seedVisit>[1]> = {}, order: object = {}) {
  const { id } = await seedOrder(app, order);
  return seedVisit(app, { order_id: id, therapist_id: therapist.id, start_at: now + day, ...fields });
}
await add({ start_at: now + 2 * day, visit_type: "+SUM(A1)" }, { sales_order_no: "-700" });
await add({ therapist_id: formula.id, status: "confirmed" }, { sales_order_no: "@700" });
for (let index = 0; index < 60; index++)
  await add({ start_at: now + (3 + index) * day, status: "completed" });

async function signedIn(id: number): Promise<Client> {
  const client = new Client(url);
  await signInStaff(app, client, id);
  return client;
}
const supervisor = await signedIn(supervisorUser.id);

const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });

test("the export contains every filtered row in the same order as the list", async () => {
  const reply = await supervisor.get("/appointments.csv?status=completed&direction=desc");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(reply.headers.get("content-disposition")).toBe('attachment; filename="appointments.csv"');
  expect(reply.headers.get("cache-control")).toBe("no-store");
  const rows = rowsOf(reply.text);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    "Date",
    "Time",
    "Time zone",
    "Therapist",
    "Brightree DB",
    "Patient ID",
    "Patient",
    "Phone",
    "Sales Order #",
    "Type",
    "Status",
    "Patient confirmed",
    "No-show reason",
    "Cancellation reason",
    "Outcome time (UTC)",
  ]);
  const listed = await supervisor.get("/api/appointments?status=completed&direction=desc&limit=1000");
  expect(rows.map((row) => row["Patient ID"])).toEqual(
    listed.json.map((row: { patient_id: number }) => String(row.patient_id)),
  );
  expect(rows).toHaveLength(60);
  expect(rows[59]).toMatchObject({
    Date: localDate(now + 3 * day, "America/New_York"),
    Time: formatTime(now + 3 * day, "America/New_York"),
    Status: "completed",
  });
});

test("a cell that starts like a formula is exported as text", async () => {
  const rows = rowsOf((await supervisor.get("/appointments.csv?sort=date")).text);
  expect(rows[0]).toMatchObject({ Therapist: `'${formula.name}`, "Sales Order #": "'@700" });
  expect(rows[1]).toMatchObject({ Type: "'+SUM(A1)", "Sales Order #": "'-700" });
});

test("the audit log records an export without the search text, and only supervisors and admins can export", async () => {
  const searched = await supervisor.get("/appointments.csv?search=Ruth&status=ALL");
  expect(searched.text.trim().split("\n")).toHaveLength(1);
  const { details } = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "appointments.exported")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details ?? "")).toMatchObject({ searched: true, rows: 0 });
  expect(details).not.toContain("Ruth");
  expect((await new Client(url).get("/appointments.csv")).status).toBe(401);
  expect((await (await signedIn(therapistUser.id)).get("/appointments.csv")).status).toBe(403);
  expect((await supervisor.get("/appointments.csv?from=2026-05-02&to=2026-05-01")).status).toBe(422);
});

test("for each filter, polling the tiles returns 304 until a count changes", async () => {
  const first = await supervisor.get("/api/kpi/tiles");
  expect(first.json.tiles).toHaveLength(9);
  const tag = first.headers.get("etag") ?? "";
  const again = (path = "/api/kpi/tiles") => supervisor.get(path, { "If-None-Match": tag });
  const idle = await again();
  expect([idle.status, idle.text]).toEqual([304, ""]);
  expect((await again("/api/kpi/tiles?db=NOWHERE")).status).toBe(200);
  await add({ start_at: now + 100 * day });
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(tag);
  const count = (reply: typeof first) => reply.json.tiles[0].count;
  expect(count(changed)).toBe(count(first) + 1);
});

test("a background poll doesn't extend the session", async () => {
  const client = await signedIn(supervisorUser.id);
  clock.advance(29 * minute);
  expect((await client.get("/api/kpi/tiles", { "X-Background": "1" })).status).toBe(200);
  clock.advance(2 * minute);
  expect((await client.get("/api/kpi/tiles")).status).toBe(401);
});

test("endpoints are raced only if the flag is on, and each one returns rows", async () => {
  const plain = await signedIn(supervisorUser.id);
  expect((await plain.get("/appointments")).text).not.toContain("data-race");
  expect((await plain.get("/users")).text).not.toContain("data-race");
  const racing = await startServer({ RACE_ENDPOINTS: "on" });
  const user = await seedUser(racing.app, ["admin"]);
  const admin = new Client(racing.url);
  await signInStaff(racing.app, admin, user.id);
  const raced = async (path: string) => / data-race="([^"]+)"/.exec((await admin.get(path)).text)?.[1];
  expect(await raced("/appointments")).toBe(
    "/api/appointments /api/supervisor/appointments /api/calendar/appointments",
  );
  expect(await raced("/users")).toBe("/api/users /api/admin/users /api/supervisor/users");
});

test("all aliases of an endpoint return the same rows", async () => {
  const admin = await signedIn(adminUser.id);
  const fetchRows = async (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const reply = await admin.get(path);
        expect([path, reply.status]).toEqual([path, 200]);
        return reply.json;
      }),
    );
  const [appointments, ...aliases] = await fetchRows(appointmentEndpoints);
  expect(aliases).toEqual([appointments, appointments]);
  expect(appointments.length).toBeGreaterThan(60);
  const lists = await fetchRows(userEndpoints);
  for (const list of lists) {
    expect(list.map((row: { email: string }) => row.email)).toContain(adminUser.email);
  }
});

test("invalid list queries are refused or ignored", async () => {
  const client = await signedIn(supervisorUser.id);
  const status = async (path: string) => (await client.get(path)).status;
  for (const path of [
    "/appointments?cursor=after.e30",
    "/appointments?step=5",
    "/appointments?from=tomorrow",
    "/appointments?from=2026-05-02&to=2026-05-01",
    `/appointments?search=${"x".repeat(101)}`,
    "/users?cursor=nowhere",
    "/api/appointments?limit=0",
    "/api/kpi/step-orders?step=8",
    "/supervisordashboard/steps/9",
  ]) {
    expect([path, [404, 422].includes(await status(path))]).toEqual([path, true]);
  }
  for (const path of [
    "/appointments?sort=nothing&direction=sideways",
    "/appointments?status=nothing&type=nothing&db=nothing&therapist=nothing",
    "/appointments?search=%25_%22%27%3B--",
    "/users?sort=nothing",
    "/supervisordashboard?db=nothing",
    "/supervisordashboard/codes?db=nothing",
  ]) {
    expect([path, await status(path)]).toEqual([path, 200]);
  }
});
