// The reference of writing: the statements that a booking can't do without, straight through better-sqlite3.
import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";

const day = 24 * 3_600_000;
const visitLength = 45 * 60_000;

/** Runs `work` again and again for a while; seconds per run. */
function secondsPerRun(work, runs, milliseconds) {
  const began = performance.now();
  let done = 0;
  while (done < runs && performance.now() - began < milliseconds) {
    work(done);
    done += 1;
  }
  return (performance.now() - began) / 1000 / done;
}

/** What booking costs, in seconds: one transaction each, safe on the disk as the product's are. */
export function bookingCost(file, orders, therapistId) {
  const database = new Database(file);
  database.pragma("journal_mode = wal");
  database.pragma("synchronous = full");
  database.pragma("foreign_keys = on");
  const order = database.prepare("select * from orders where id = ?");
  const visit = database.prepare(
    `insert into visits (order_id, therapist_id, start_at, end_at, local_date, status, uid, created_at, submitted_at)
     values (?, ?, ?, ?, ?, 'submitted', ?, ?, ?)`,
  );
  const step = database.prepare("update orders set step = 6, step_at = ?, updated_at = ? where id = ?");
  const entry = database.prepare(
    "insert or ignore into order_steps (order_id, reached_at, step) values (?, ?, 6)",
  );
  // Far from every other visit, so that only the cost of writing counts.
  const first = Date.now() + 1000 * day;
  const book = database.transaction((run) => {
    const now = Date.now();
    const start = first + run * day;
    const date = new Date(start).toISOString().slice(0, 10);
    order.get(orders[run]);
    visit.run(orders[run], therapistId, start, start + visitLength, date, randomUUID(), now, now);
    step.run(now, now, orders[run]);
    entry.run(orders[run], now);
  });
  const cost = secondsPerRun((run) => book.immediate(run), orders.length, 60_000);
  database.close();
  return cost;
}
