// The second reference: the statements that the work can't do without, straight through better-sqlite3.
import { randomUUID } from "node:crypto";
import Database from "better-sqlite3";

const hour = 3_600_000;
const day = 24 * hour;
const visitLength = 45 * 60_000;

const free = `
  from slots join therapists on therapists.id = slots.therapist_id
  where slots.start_at >= ? and slots.start_at < ?
    and not exists (
      select 1 from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.start_at < slots.start_at + ${visitLength} and visits.start_at > slots.start_at - 43200000
        and visits.end_at > slots.start_at)
    and therapists.daily_capacity > (
      select count(*) from visits
      where visits.therapist_id = slots.therapist_id and visits.status in ('submitted', 'confirmed', 'pending')
        and visits.local_date = slots.local_date)`;

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

/** What reading costs, in seconds: every opening, a page of them with its days, one order's timeline. */
export function readingCosts(file, orderId, milliseconds) {
  const database = new Database(file, { readonly: true });
  const window = () => [Date.now() + 2 * hour, Date.now() + 60 * day];
  const all = database.prepare(
    `select therapists.name, therapists.region, slots.start_at ${free} order by slots.start_at, therapists.name`,
  );
  const days = database.prepare(
    `select slots.local_date, count(*) ${free} group by slots.local_date order by slots.local_date`,
  );
  const some = database.prepare(
    `select therapists.name, therapists.region, slots.start_at ${free} order by slots.start_at limit 60`,
  );
  const order = database.prepare("select * from orders where id = ?");
  const steps = database.prepare("select * from order_steps where order_id = ? order by reached_at");
  const visit = database.prepare(
    "select * from visits where order_id = ? and status <> 'cancelled' order by id desc limit 1",
  );
  const costs = {
    availability: secondsPerRun(() => all.all(...window()), 1e9, milliseconds),
    schedule: secondsPerRun(
      () => [order.get(orderId), days.all(...window()), some.all(...window())],
      1e9,
      milliseconds,
    ),
    timeline: secondsPerRun(
      () => [order.get(orderId), steps.all(orderId), visit.get(orderId)],
      1e9,
      milliseconds,
    ),
  };
  database.close();
  return costs;
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
