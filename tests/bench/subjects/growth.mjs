// Server CPU time for the main pages and API calls as the data grows to 1×, 10×, 100×, and 1,000× the small demo's
// visits and orders, all in the past. Requests alternate between the four servers, so other load on the machine affects
// them equally. Takes two minutes.
import Database from "better-sqlite3";
import { signIn } from "../caller.mjs";
import { cookieOf, openClinic } from "../clinic.mjs";
import { cpuOf } from "../process.mjs";
import { ratioAtMost, withoutTarget } from "../rows.mjs";

const rounds = 4;
const runs = 30;
const factors = [1, 10, 100, 1000];
const patientPaths = ["/schedule", "/track", "/api/availability?limit=200", "/api/shortlink/timeline"];
const staffPaths = ["/supervisordashboard", "/appointments", "/calendars", "/messages", "/api/sms/threads"];

export async function measure() {
  const clinics = [];
  for (const factor of factors) clinics.push(await openGrown(factor));
  const rows = [];
  for (const path of [...patientPaths, ...staffPaths]) {
    const costs = await alternate(clinics, path);
    for (const [index, factor] of factors.entries()) {
      const figure = `${path}, ${factor.toLocaleString("en-US")} times the data`;
      rows.push(
        index === 0
          ? withoutTarget(figure, "ms", costs[0])
          : ratioAtMost(1.5, figure, "ms", costs[index], costs[0]),
      );
    }
  }
  for (const { clinic, supervisor } of clinics) {
    supervisor.close();
    await clinic.stop();
    clinic.clear();
  }
  return rows;
}

async function openGrown(factor) {
  const clinic = await openClinic({}, { prepare: (file) => grow(file, factor) });
  const patient = clinic.demo.patients.find(({ step }) => step === 5);
  return {
    clinic,
    cookie: await cookieOf(clinic.url, patient),
    supervisor: await signIn(clinic, "supervisor"),
  };
}

/** Requests one path from each clinic in alternating rounds; returns the CPU time per request in ms. */
async function alternate(clinics, path) {
  const sums = clinics.map(() => 0);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { clinic, cookie, supervisor }] of clinics.entries()) {
      const headers = patientPaths.includes(path) ? { cookie } : {};
      const before = cpuOf(clinic.pid);
      for (let run = 0; run < runs; run++) {
        const { status } = await supervisor.get(path, { headers });
        if (status !== 200) throw new Error(`${path} returned ${status}.`);
      }
      // The first round lets V8 compile the code.
      if (round > 0) sums[index] += cpuOf(clinic.pid) - before;
    }
  }
  return sums.map((sum) => sum / (rounds * runs));
}

/** Copies every order and gives the copies past visits, threads, and messages. */
function grow(file, factor) {
  if (factor === 1) return;
  const database = new Database(file);
  const columnsOf = (table) =>
    database
      .pragma(`table_info(${table})`)
      .map(({ name }) => name)
      .filter((name) => name !== "id");
  const copies = `with recursive copies (n) as (values (1) union all select n + 1 from copies where n < ${factor - 1})`;
  const copy = (table, where, changed) => {
    const names = columnsOf(table);
    const values = names.map((name) => changed[name] ?? `it.${name}`);
    database.exec(
      `${copies} insert into ${table} (${names.join()}) select ${values.join()} from ${table} as it, copies where ${where}`,
    );
  };
  const last = database.prepare("select max(id) from orders").pluck().get();
  database.transaction(() => {
    copy("orders", `it.id <= ${last}`, {
      sales_order_no: "it.sales_order_no || '-' || n",
      patient_id: "it.patient_id + 1000000 * n",
      step: "7",
      source_step: "4",
      closed_at: "it.created_at",
    });
    copy("visits", "1", {
      order_id: `${last} + 1 + (it.id * 1000 + n) % (select count(*) - ${last} from orders)`,
      start_at: "it.start_at - 86400000 * (40 + n)",
      end_at: "it.end_at - 86400000 * (40 + n)",
      local_date: "date(it.local_date, '-' || (40 + n) || ' days')",
      status: "'completed'",
      uid: "it.uid || '-' || n",
    });
    copy("threads", "1", {
      phone: "it.phone || n",
      last_dir: "'out'",
      star_color: "null",
      last_msg_at: "it.last_msg_at - 86400000 * n",
    });
    copy("messages", "1", {
      created_at: "it.created_at - 86400000 * n",
      provider_id: "null",
      status: "iif(it.direction = 'in', 'received', 'delivered')",
    });
  })();
  database.exec("analyze");
  database.close();
}
