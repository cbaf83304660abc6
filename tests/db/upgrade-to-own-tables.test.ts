import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { projectRoot } from "~/core/root.server";
import { hour } from "~/core/time";
import { operator } from "~/core/who";
import { migrate } from "~/db/migrate.server";
import { noteChannel } from "~/orders/write-back/note-channel.server";
import { viewWriteBack } from "~/orders/write-back/note-settings.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { claimDue } from "~/webhooks/delivery/delivery-loop.server";
import { listDeliveries, noteQueue, webhookQueue } from "~/webhooks/delivery/delivery-queue.server";
import { atEnd } from "../support/cleanup";
import { monday, onFile, scratchConfig, scratchFolder, testClock } from "../support/scratch";

/** The last version in which notes were webhook rows and a pending move had eleven columns. */
const before = "0072";

const people = `
  insert into companies (id, name) values (1, 'Restwell');
  insert into databases (name, company_id) values ('QHMS', 1);
  insert into therapists (id, name, email, timezone, region, company_id) values
    (1, 'Ada', 'ada@clinic.example', 'America/New_York', 'NC', 1),
    (2, 'Ben', 'ben@clinic.example', 'America/New_York', 'NC', 1);`;

const order = (id: number) => `
  insert into orders (id, brightree_db, sales_order_no, patient_id, source_step, source_step_at, step, step_at,
      interpreter, created_at, updated_at)
    values (${id}, 'QHMS', '70${id}', 471${id}, 4, 1, 6, 1, 'Spanish', 1, 1);`;

/** Starts the app with a database from the version before, to which `rows` are added first. */
function upgraded(rows: string) {
  const migrations = scratchFolder();
  for (const name of readdirSync(join(projectRoot, "migrations"))) {
    if (name < `${before}~`) cpSync(join(projectRoot, "migrations", name), join(migrations, name));
  }
  const dataDir = scratchFolder();
  const database = new Database(join(dataDir, "firstnight.db"));
  migrate(database, migrations);
  database.pragma("foreign_keys = on");
  database.exec(people + rows);
  database.close();
  const app = openApp(scratchConfig({ ...onFile, DATA_DIR: dataDir }), testClock());
  atEnd(() => app.close());
  return app;
}

const visit = (id: number, therapist: number, start: number) => `${order(id)}
  insert into visits (id, order_id, therapist_id, start_at, end_at, local_date, status, uid, created_at, version)
    values (${id}, ${id}, ${therapist}, ${start}, ${start + hour}, '2026-03-02', 'submitted', 'u${id}', 1, 2);`;

test("a move that is pending during the upgrade can be undone to its time, therapist, and confirmation", async () => {
  const start = monday + 5 * hour;
  const app = upgraded(`
    ${visit(1, 2, start)} ${visit(2, 2, start + 4 * hour)}
    insert into held_moves (visit_id, told_start, told_end, told_therapist_id, told_status, told_meeting_link,
        told_confirmed_at, told_interpreter_arranged, told_interpreter_note, by_therapist, due_at)
      values (1, ${start + hour}, ${start + 2 * hour}, 1, 'confirmed', 'https://meet.example/ada', 77, 1, 'Ms. Ruiz',
        0, ${monday + 1000});
    insert into held_moves (visit_id, told_start, told_end, by_therapist, due_at)
      values (2, ${start + 6 * hour}, ${start + 7 * hour}, 0, ${monday + 1000});`);
  await undoMove(app, operator, { id: 1, version: 2 });
  await undoMove(app, operator, { id: 2, version: 2 });
  const visits = await app.db.selectFrom("visits").selectAll().orderBy("id").execute();
  expect(visits).toMatchObject([
    {
      therapist_id: 1,
      start_at: start + hour,
      end_at: start + 2 * hour,
      status: "confirmed",
      meeting_link: "https://meet.example/ada",
      confirmed_at: 77,
      interpreter_arranged: 1,
      interpreter_note: "Ms. Ruiz",
    },
    { therapist_id: 2, start_at: start + 6 * hour, status: "submitted", meeting_link: null },
  ]);
  expect(await app.db.selectFrom("held_moves").selectAll().execute()).toEqual([]);
});

test("undoing a move does not restore an interpreter for another language", async () => {
  const start = monday + 5 * hour;
  const app = upgraded(`
    ${visit(1, 2, start)}
    insert into held_moves (visit_id, told_start, told_end, told_therapist_id, told_status,
        told_interpreter_arranged, told_interpreter_note, by_therapist, due_at)
      values (1, ${start + hour}, ${start + 2 * hour}, 1, 'submitted', 1, 'Ms. Ruiz', 0, ${monday + 1000});`);
  await app.db.updateTable("orders").set({ interpreter: "ASL" }).where("id", "=", 1).execute();
  await undoMove(app, operator, { id: 1, version: 2 });
  const undone = await app.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  expect(undone).toMatchObject({ therapist_id: 1, interpreter_arranged: 0, interpreter_note: null });
});

test("notes to the order system keep their state in their own tables, and webhooks keep their deliveries", async () => {
  const delivery = (id: number, endpoint: number, status: string, more = "null, 0, null") => `
    insert into webhook_deliveries (id, endpoint_id, message_id, type, subject, payload, status, due_at, attempts,
        error, created_at, finished_at)
      values (${id}, ${endpoint}, 'msg_${id}', 'visit.moved', 'visit 12',
        '{"type":"visit.moved","timestamp":"2026-03-02T15:00:00Z","data":{"visit_id":12,"patient_id":4711}}',
        '${status}', ${more}, 5, ${status === "failed" || status === "delivered" ? 9 : "null"});`;
  const app = upgraded(`
    insert into webhook_endpoints (id, company_id, url, events, secret_sealed, created_at)
      values (3, 1, 'https://hooks.example/in', '["visit.moved"]', 'sealed', 5);
    insert into webhook_endpoints (id, company_id, url, events, secret_sealed, created_at, database_name, note_reason,
        note_reason_name, dropped)
      values (4, 1, '', '["visit.moved"]', '', 6, 'QHMS', 12, 'Scheduling', 2);
    ${delivery(10, 3, "queued", `${monday}, 1, 'The server returned 500.'`)} ${delivery(11, 4, "failed", "null, 3, 'Refused.'")}
    ${delivery(12, 4, "queued", `${monday}, 2, 'It hangs.'`)} ${delivery(13, 4, "waiting")} ${delivery(14, 4, "delivered")}`);
  expect(await viewWriteBack(app.reads, "QHMS")).toEqual({
    reason: 12,
    reason_name: "Scheduling",
    off_at: null,
    dropped: 2,
    open: 2,
    failed: 1,
  });
  const [claim, none] = await claimDue(app, noteChannel, "test");
  expect(none).toBeUndefined();
  expect(claim).toMatchObject({
    isRepeat: false,
    recipient: { database_name: "QHMS" },
    delivery: { id: 12, message_id: "msg_12", attempts: 3 },
  });
  expect(JSON.parse(claim?.delivery.payload ?? "")).toEqual({ visit_id: 12, patient_id: 4711 });
  expect(await listDeliveries(app.reads, noteQueue, "QHMS", 9)).toMatchObject([
    { id: 14, status: "delivered" },
    { id: 13, status: "waiting" },
    { id: 12, status: "sending", error: "It hangs." },
    { id: 11, status: "failed", error: "Refused.", attempts: 3 },
  ]);
  const endpoints = await app.reads.selectFrom("webhook_endpoints").select(["id", "url"]).execute();
  expect(endpoints).toEqual([{ id: 3, url: "https://hooks.example/in" }]);
  expect(await listDeliveries(app.reads, webhookQueue, 3, 9)).toMatchObject([
    { id: 10, status: "queued", attempts: 1, error: "The server returned 500." },
  ]);
  await app.db.deleteFrom("webhook_endpoints").execute();
  await app.db.deleteFrom("databases").execute();
  expect(await app.db.selectFrom("webhook_deliveries").selectAll().execute()).toEqual([]);
  expect(await app.db.selectFrom("order_system_notes").selectAll().execute()).toEqual([]);
});
