// The supervisor's pages with 200 therapists, 300,000 visits, and 100,000 orders. Each request is compared with its
// minimal SQL statement.
import Database from "better-sqlite3";
import { quantile, signIn } from "../caller.mjs";
import { openClinic } from "../clinic.mjs";
import { cpuOf } from "../process.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const runs = 120;
const warmUp = 100;
const asBrowser = { "accept-encoding": "gzip, deflate, br, zstd" };

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" });
  const supervisor = await signIn(clinic, "supervisor");
  const database = new Database(clinic.file, { readonly: true });
  database.pragma("cache_size = -65536");
  const rows = [];
  for (const [name, path, statement, ...values] of pagesOf(database, clinic.demo)) {
    const ours = await timesOf(supervisor, path, clinic.pid);
    const bare = quantile(timesOfStatement(database.prepare(statement), values), 0.5);
    rows.push(atMost(25, name, "ms", quantile(ours.times, 0.5), bare));
    rows.push(atMost(80, `${name}, p99`, "ms", quantile(ours.times, 0.99)));
    rows.push(withoutTarget(`${name}, CPU time`, "ms", ours.cpu));
  }
  supervisor.close();
  database.close();
  await clinic.stop();
  clinic.clear();
  return rows;
}

async function timesOf(supervisor, path, pid) {
  const times = [];
  let began = 0;
  for (let run = 0; run < warmUp + runs; run++) {
    if (run === warmUp) began = cpuOf(pid);
    const { status, took, body } = await supervisor.get(path, { headers: asBrowser });
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString().slice(0, 300)}`);
    if (run >= warmUp) times.push(took);
  }
  return { times, cpu: (cpuOf(pid) - began) / runs };
}

function timesOfStatement(statement, values) {
  return Array.from({ length: runs }, () => {
    const began = performance.now();
    statement.all(...values);
    return performance.now() - began;
  });
}

/** Pages as `[name, path, SQL statement, ...values]`. */
function pagesOf(database, demo) {
  const therapist = database
    .prepare("select id, name, region from therapists order by id limit 1 offset 100")
    .get();
  const order = database
    .prepare("select patient_name as name, sales_order_no as number from orders order by id desc limit 1")
    .get();
  const [given, family] = order.name.split(" ");
  const company = database
    .prepare(
      "select companies.name from companies join databases on company_id = companies.id order by 1 limit 1",
    )
    .pluck()
    .get();
  // The busiest month.
  const month = database
    .prepare("select substr(local_date, 1, 7) from visits group by 1 order by count(*) desc limit 1")
    .pluck()
    .get();
  const named = `from visits join orders on orders.id = order_id join therapists on therapists.id = therapist_id`;
  const ofMonth = "local_date >= ? || '-01' and local_date < ? || '-32'";

  const q = encodeURIComponent;
  const list = `select * ${named} where visits.id in (select id from visits`;
  const page = "order by start_at, id limit 51)";
  const counted = `select local_date, count(*), sum(status = 'confirmed') from visits where ${ofMonth} group by local_date`;
  const months = [month, month];

  return [
    ["dashboard", "/supervisordashboard", "select status, count(*) from visits group by status"],
    [
      "dashboard, one database",
      `/supervisordashboard?db=${q(demo.databases[0].name)}`,
      "select count(*) from orders cross join visits on order_id = orders.id where orders.brightree_db = ? and status = 'submitted'",
      demo.databases[0].name,
    ],
    ["calendar, month", `/calendars?month=${month}`, counted, ...months],
    [
      "calendar, one region",
      `/calendars?month=${month}&region=${q(therapist.region)}`,
      `select count(*) from visits where ${ofMonth} and +therapist_id in (select id from therapists where region = ?)`,
      ...months,
      therapist.region,
    ],
    [
      "calendar, one company",
      `/calendars?month=${month}&company=${q(company)}`,
      `select count(*) from visits where ${ofMonth} and visits.brightree_db in (
     select databases.name from databases join companies on companies.id = company_id where companies.name = ?)`,
      ...months,
      company,
    ],
    [
      "calendar, search by name",
      `/calendars?month=${month}&search=${q(family)}`,
      `select count(*) from visits where ${ofMonth} and order_id in (
     select rowid from orders_fts where orders_fts match ?)`,
      ...months,
      `"${family}"`,
    ],
    [
      "worklist",
      "/calendars?tab=worklist",
      "select * from visits where status = 'submitted' and start_at >= ? and start_at < ? limit 101",
      Date.now(),
      Date.now() + 72 * 3_600_000,
    ],
    [
      "capacity",
      "/calendars?tab=capacity",
      `select therapist_id, local_date, count(*) from visits
     where local_date >= date('now') and local_date < date('now', '+7 day') group by 1, 2`,
    ],
    ["appointments", "/appointments", `${list} where start_at >= ? ${page}`, Date.now()],
    [
      "appointments, by patient",
      "/appointments?sort=patient",
      `select * from orders order by patient_id limit 51`,
    ],
    ["appointments, by time", "/appointments?sort=time&direction=desc", `${list} ${page}`],
    [
      "appointments, one status",
      "/appointments?status=submitted&sort=therapist",
      `${list} where status = 'submitted' ${page}`,
    ],
    [
      "appointments, search by name",
      `/appointments?search=${q(`${given} ${family}`)}`,
      `${list} where order_id in (select rowid from orders_fts where orders_fts match ?) ${page}`,
      `"${given} ${family}"`,
    ],
    [
      "appointments, search by order",
      `/appointments?search=${q(order.number)}`,
      `${list} where order_id in (select rowid from orders_fts where orders_fts match ?) ${page}`,
      `"${order.number}"`,
    ],
    [
      "appointments, search by company",
      `/appointments?search=${q(company)}`,
      `select * from orders cross join visits on order_id = orders.id where orders.brightree_db in (
     select databases.name from databases join companies on companies.id = company_id where companies.name = ?) limit 51`,
      company,
    ],
    ["appointments, search without results", "/appointments?search=zzzzqq", "select 1"],
    ["users", "/users", "select * from users order by name limit 51"],
    [
      "users, search",
      `/users?search=${q(therapist.name)}`,
      "select * from users where name like ?",
      `%${therapist.name}%`,
    ],
    ["capacity", "/capacity", "select * from therapists"],
  ];
}
