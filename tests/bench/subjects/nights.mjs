// The first 90 nights with 10,000 patients more than the demo has, 450,000 nights, and 3,000 readings: the worklist of a
// supervisor and of a therapist, and the report, first after a start and then in a row.
import Database from "better-sqlite3";
import { quantile, signIn } from "../caller.mjs";
import { openClinic } from "../clinic.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const patients = 10_000;
const runs = 20;
const day = 86_400_000;

const pages = [
  ["supervisor", "/nights"],
  ["supervisor", "/nights?show=all"],
  ["supervisor", "/nights/report"],
  ["therapist", "/nights"],
  ["supervisor", "/supervisordashboard"],
];

export async function measure() {
  const clinic = await openClinic({}, { prepare: followPatients });
  const rows = [];
  for (const [role, path] of pages) {
    const user = await signIn(clinic, role);
    const took = [];
    for (let run = 0; run <= runs; run++) {
      const { status, took: one } = await user.get(path);
      if (status !== 200) throw new Error(`${path} returned ${status}.`);
      took.push(one);
    }
    user.close();
    const [first, ...later] = took;
    const figure = `${path} of a ${role}`;
    rows.push(
      withoutTarget(`${figure}, first request`, "ms", first),
      atMost(300, `${figure}, median`, "ms", quantile(later, 0.5)),
    );
  }
  await clinic.stop();
  clinic.clear();
  return rows;
}

/** Patients whose setup was 1 to 119 days ago. Seven in ten use the device on most nights. */
function followPatients(file) {
  const database = new Database(file);
  const today = Math.floor(Date.now() / day) * day;
  const insert = (table, row) => {
    const names = Object.keys(row);
    const marks = names.map((name) => `@${name}`);
    return database.prepare(`insert into ${table} (${names}) values (${marks})`).run(row).lastInsertRowid;
  };
  const columns = (table) =>
    database
      .pragma(`table_info(${table})`)
      .map(({ name }) => name)
      .filter((name) => name !== "id");
  const copy = (table, id, changed) => {
    const names = columns(table);
    const values = names.map((name) => (name in changed ? `@${name}` : name));
    return database
      .prepare(`insert into ${table} (${names}) select ${values} from ${table} where id = ${id}`)
      .run(changed).lastInsertRowid;
  };
  const order = database.prepare("select id, brightree_db from orders order by id limit 1").get();
  const visit = database.prepare("select max(id) from visits where status = 'completed'").pluck().get();
  const therapists = database.prepare("select id from therapists").pluck().all();
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const night = database.prepare(
    "insert into nights (order_id, night, source, device, minutes, entered_by, entered_at) values (?, ?, 'file', '', ?, 'the bench', ?)",
  );
  database.transaction(() => {
    for (let index = 0; index < patients; index++) {
      const ago = 1 + (index % 119);
      const setup = today - ago * day + 15 * 3_600_000;
      const phone = `+1828${String(2_000_000 + index)}`;
      const id = copy("orders", order.id, {
        patient_id: 50_000_000 + index,
        patient_name: `Given${index} Family${index % 977}`,
        sales_order_no: `N${index}`,
        phone,
        email: random() < 0.5 ? `patient${index}@mail.example` : null,
        step: 7,
        closed_at: setup,
      });
      const visit_id = copy("visits", visit, {
        order_id: id,
        therapist_id: therapists[index % therapists.length],
        start_at: setup,
        end_at: setup + 2_700_000,
        local_date: new Date(setup).toISOString().slice(0, 10),
        uid: `nights-${index}`,
        class_id: null,
      });
      insert("consents", { phone, given: 1, source: "import", created_at: setup });
      insert("first_nights", {
        order_id: id,
        started_on: new Date(setup).toISOString().slice(0, 10),
        zone: "America/New_York",
        visit_id,
        created_at: setup,
      });
      for (const number of [1, 3, 14, 30]) {
        const isPast = number < ago;
        const due_at = setup + number * day;
        insert("plan_steps", {
          order_id: id,
          started_on: new Date(setup).toISOString().slice(0, 10),
          day: number,
          type: "check_in",
          due_at,
          state: isPast ? "done" : "planned",
          settled_at: isPast ? due_at : null,
        });
        if (isPast) {
          insert("outbox", {
            channel: "sms",
            recipient: phone,
            body_sealed: "",
            kind: "check-in",
            order_id: id,
            status: random() < 0.02 ? "failed" : "delivered",
            created_at: due_at,
          });
        }
      }
      const uses = random() < 0.7 ? 0.85 : 0.4;
      if (random() < 0.9) {
        for (let past = 0; past < Math.min(90, ago); past++) {
          const date = new Date(setup + past * day).toISOString().slice(0, 10);
          if (random() < 0.95) night.run(id, date, random() < uses ? 330 : random() < 0.5 ? 100 : 0, setup);
        }
      }
      if (random() < 0.3 && ago > 30) {
        insert("readings", {
          order_id: id,
          read_on: new Date(setup + 30 * day).toISOString().slice(0, 10),
          nights_used: 25,
          nights_counted: Math.floor(random() * 25),
          source: "patient",
          entered_by: "the patient",
          entered_at: setup,
        });
      }
    }
  })();
  database.exec("analyze");
  database.close();
}
