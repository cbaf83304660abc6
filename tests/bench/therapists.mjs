// Adds many therapists to a demo database with bulk SQL statements.
import Database from "better-sqlite3";

/** A region with one therapist at every clinic size. */
export const rareRegion = "AK";

const slotsPerDay = 12;
const weekdays = 20;

/** Replaces the demo's slots and active visits with `count` therapists who each have 240 free slots on 20 weekdays. */
export function makeTherapists(file, count) {
  const database = new Database(file);
  const names = columnsOf(database, "therapists");
  const changed = { name: "it.name || ' ' || n", email: "n || it.email", user_id: "null" };
  withoutTriggers(database, () => {
    database.exec(`
      update visits set status = 'cancelled' where status in ('submitted', 'confirmed', 'pending');
      delete from slots;
      delete from freed_times;
      with recursive copies (n) as (values (2) union all select n + 1 from copies where n < ${count / 5})
      insert into therapists (${names.join()})
      select ${names.map((name) => changed[name] ?? `it.${name}`).join()} from therapists as it, copies where ${count} > 5;
      update therapists set region = '${rareRegion}' where id = (select max(id) from therapists);
      with recursive
        days (day) as (values (date('now', '+1 day')) union all select date(day, '+1 day') from days limit 28),
        starts (nth) as (values (0) union all select nth + 1 from starts limit ${slotsPerDay})
      insert into slots (therapist_id, start_at, local_date)
      select id, unixepoch(day, '+8 hours') * 1000 + 3600000 * ${hoursBehind} + nth * 2700000, day
      from therapists, (select day from days where strftime('%w', day) not in ('0', '6') limit ${weekdays}), starts;`);
  });
  database.exec("analyze");
  database.close();
}

/** Standard time. An hour of daylight saving time doesn't matter here. */
const hoursBehind = `case timezone when 'EST' then 5 when 'CST' then 6 when 'MST' then 7 else 8 end`;

/** Fills each therapist's first days with one visit a day and a daily capacity of one. */
export function fillDays(file, count) {
  if (count === 0) return;
  const database = new Database(file);
  const names = columnsOf(database, "orders");
  const changed = { sales_order_no: "'F' || n", patient_id: "1000000 + n", phone: "null", email: "null" };
  const last = database.prepare("select max(id) from orders").pluck().get();
  withoutTriggers(database, () => {
    database.exec(`
      update therapists set daily_capacity = 1;
      create temp table full_days as
        select therapist_id, local_date, min(start_at) as start_at, row_number() over () as n from slots
        where local_date in (select distinct local_date from slots order by local_date limit ${count})
        group by therapist_id, local_date;
      insert into orders (id, ${names.join()})
      select ${last} + n, ${names.map((name) => changed[name] ?? `it.${name}`).join()}
      from full_days, orders as it where it.id = ${last};
      insert into visits (order_id, therapist_id, start_at, end_at, local_date, status, uid, created_at)
      select ${last} + n, therapist_id, start_at, start_at + 2700000, local_date, 'confirmed', 'full-' || n, 0
      from full_days;`);
  });
  database.exec("analyze");
  database.close();
}

/** Rebuilds the open slots once at the end, because triggers on a million slots take a minute. */
function withoutTriggers(database, load) {
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger' and name like 'open_slots%'")
    .all();
  database.transaction(() => {
    for (const { name } of triggers) database.exec(`drop trigger ${name}`);
    load();
    database.exec("delete from open_slots; insert into open_slots select * from free_slots");
    for (const { sql } of triggers) database.exec(sql);
  })();
}

const columnsOf = (database, table) =>
  database
    .pragma(`table_info(${table})`)
    .map(({ name }) => name)
    .filter((name) => name !== "id");
