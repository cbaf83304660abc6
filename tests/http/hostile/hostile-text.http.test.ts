import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AuditAction } from "~/audit/audit-sentences";
import { logAudit } from "~/audit/log-audit.server";
import { iso } from "~/core/time";
import { anonymous } from "~/core/who";
import { htmlOf } from "~/messages/email/mail-html";
import { eventually } from "../../support/eventually";
import { seedFullClinic, visitors } from "../../support/full-clinic";
import { textOfPages } from "../../support/pdf-text";
import { pageRoutes } from "../../support/routes";
import { startServer } from "../../support/server";

const server = await startServer();
const { app } = server;
const clinic = await seedFullClinic(server);

const script = "<script>alert(1)</script>";
/** Acts as a script, attribute, formula, or header line if the product doesn't treat it as text. */
const hostile = `=1+1"'>${script}<b onclick=alert(1)>\r\nATTENDEE:mailto:evil@elsewhere.example\r\n\${7*7}`;

// Columns with text from users or other systems.
const typed: Record<string, string[]> = {
  companies: ["name"],
  users: ["name"],
  therapists: ["name", "region", "review_link", "office_number", "zoom_link"],
  orders: ["patient_name", "branch_office", "company", "sales_order_no"],
  visits: ["visit_type", "meeting_link", "note"],
  threads: ["patient_name", "notes", "last_body"],
  thread_tags: ["tag"],
  messages: ["body", "error"],
  consents: ["wording", "note"],
  sessions: ["agent"],
  days_off: ["note"],
};
await (await clinic.enter("staff")).submit(`/therapists/${clinic.therapist.id}/availability/days-off`, {
  act: "add",
  fromDate: "2026-03-09",
  toDate: "2026-03-10",
  note: "away",
});
for (const [table, columns] of Object.entries(typed)) {
  for (const column of columns) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${hostile} || ${table === "thread_tags" ? "" : sql.ref("id")}`.execute(
      app.db,
    );
  }
}
const who = anonymous(null, hostile);
await app.db
  .transaction()
  .execute((trx) => logAudit({ trx, app, who }, hostile as AuditAction, hostile, { note: hostile }));
await sql`update visits set status = ${hostile} where status = 'no show'`.execute(app.db);
await app.db
  .insertInto("integration_keys")
  .values({ name: hostile, key_hash: "x", created_at: app.clock.now() })
  .execute();
const runs = (html: string) =>
  html.includes(script) ||
  /<b onclick/.test(html) ||
  /\b(href|src|action|formaction)="\s*(javascript|data|=1)/i.test(html);

test("no page treats user text as HTML", async () => {
  let pagesWithText = 0;
  const names = "q search name date done error email therapist status sort from region code".split(" ");
  const query = names.map((name) => `${name}=${encodeURIComponent(hostile)}`).join("&");
  for (const { path } of await pageRoutes()) {
    const address = clinic.addressOf(path);
    for (const who of visitors) {
      // Most staff pages show text from the query.
      const addresses = who === "staff" ? [address, `${address}?${query}`] : [address];
      for (const url of who === "anonymous" ? [`${address}?${query}`] : addresses) {
        // A patient's link opens a separate session.
        const { status, text, location, headers } = await (await clinic.enter(who)).get(url);
        expect([who, path, status < 500]).toEqual([who, path, true]);
        const isPage = headers.get("content-type")?.startsWith("text/html");
        expect([who, path, isPage && runs(text)]).not.toEqual([who, path, true]);
        if (location) expect([who, path, /^\/(?!\/)/.test(location)]).toEqual([who, path, true]);
        if (text.includes("&lt;script&gt;alert(1)")) pagesWithText += 1;
      }
    }
  }
  // Makes sure that pages did show the user text.
  expect(pagesWithText).toBeGreaterThan(15);
}, 240_000);

test("a link with an invalid URL isn't clickable", async () => {
  await app.db.updateTable("visits").set({ meeting_link: "javascript:alert(1)" }).execute();
  await app.db.updateTable("therapists").set({ review_link: "javascript:alert(1)" }).execute();
  for (const { path } of await pageRoutes()) {
    for (const who of ["staff", "patient"] as const) {
      const { text } = await (await clinic.enter(who)).get(clinic.addressOf(path));
      expect([path, /(href|src|action)="\s*javascript:/i.test(text)]).toEqual([path, false]);
    }
  }
}, 240_000);

test("no cell in an exported table is treated as a formula", async () => {
  const staff = await clinic.enter("staff");
  for (const path of ["/appointments.csv", "/admin/audit-log.csv"]) {
    const { status, text } = await staff.get(path);
    expect([path, status]).toEqual([path, 200]);
    const cells = (parse(text, { bom: true, relax_column_count: true }) as string[][]).flat();
    expect([path, cells.some((cell) => cell.includes(script))]).toEqual([path, true]);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  }
});

test("the file of rejected rows contains no formulas", async () => {
  const staff = await clinic.enter("staff");
  const header = "brightree_db,patient_id,sales_order_no,patient_name";
  const lines = ["=cmd|' /C calc'!A1", "@SUM(1)", "+1+cmd", "-1+cmd", "\t=1"].map(
    (cell) => `"${cell}",1,"${cell}","${cell}"`,
  );
  const uploaded = await staff.upload(
    "/admin/import",
    "orders.csv",
    [header, ...lines, `${clinic.database},77,77,Good`].join("\r\n"),
  );
  const page = (uploaded.location ?? "").split("?")[0] ?? "";
  await eventually(
    () => staff.submit(page, {}),
    (reply) => reply.status === 303,
  );
  const { text } = await eventually(
    () => staff.get(`${page}/rejected.csv`),
    (reply) => reply.status === 200,
  );
  const cells = (parse(text, { bom: true, relax_column_count: true }) as string[][]).flat();
  expect(cells.filter((cell) => /^[=@\t\r]|^[+-]\d*\D/.test(cell))).toEqual([]);
});

test("user text stays plain text in SMS, email, and invitations", async () => {
  const staff = await clinic.enter("staff");
  const therapist = await app.db.selectFrom("therapists").select("name").executeTakeFirstOrThrow();
  const booking = await (await clinic.enter("newcomer")).post("/api/schedule-appointment", {
    patient_id: clinic.order.patient_id,
    brightree_db: clinic.database,
    therapist: therapist.name,
    datetime: iso(clinic.starts[0] ?? 0),
    sms_consent: true,
  });
  // Patients can't book with a therapist who has this name, but staff can.
  const { id } = booking.json.appointment ?? clinic.visit;
  await staff.post("/api/appointments/confirm", {
    appointment_id: id,
    meeting_link: "https://meet.example/a",
  });
  const rows = await app.db.selectFrom("outbox").selectAll().where("visit_id", "=", id).execute();
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const html = htmlOf(row.subject ?? "", app.secrets.open(row.body_sealed), "en");
    expect(runs(html)).toBe(false);
    expect(row.subject ?? "").not.toMatch(/[\r\n]/);
    const unfolded = (row.calendar ?? "").replaceAll("\r\n ", "");
    const names = unfolded.split("\r\n").map((line) => /^[A-Z-]+/.exec(line)?.[0] ?? line);
    expect(names.filter((name) => name === "ATTENDEE").length).toBeLessThanOrEqual(1);
    expect(unfolded).not.toMatch(/\nATTENDEE:mailto:evil/);
    expect(row.calendar ?? "").not.toMatch(/[^\r]\n/);
  }
  const file = await (await clinic.enter("patient")).get("/my-visit.ics");
  expect(file.text.replaceAll("\r\n ", "")).not.toMatch(/\nATTENDEE:mailto:evil/);
});

test("user text stays plain text in an exported conversation", async () => {
  const token = (await clinic.enter("staff")).cookies.get("firstnight");
  const response = await fetch(`${server.url}/api/sms/thread/${clinic.thread.id}/export.pdf?notes=1`, {
    headers: { cookie: `firstnight=${token}` },
  });
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const pdf = Buffer.from(await response.arrayBuffer());
  expect(pdf.toString("latin1")).not.toMatch(/\/(JavaScript|JS|Launch|URI|OpenAction)\b/);
  expect(textOfPages(pdf).join("").replace(/\s/g, "")).toContain("<script>alert(1)</script>");
});
