// Creates a CSV file of orders like an order system's export, and imports it as an admin.
import { setTimeout as sleep } from "node:timers/promises";

const columns =
  "brightree_db,patient_id,sales_order_no,patient_name,dob,phone,email,state,step,step_reached_at,referral_at,branch_office";

/** New orders as CSV, spread across the demo's databases and numbered from `first`. */
export function orderCsv(demo, rows, first = 0) {
  const lines = [columns];
  for (let index = first; index < first + rows; index++) {
    const { name } = demo.databases[index % demo.databases.length];
    // One in a hundred has an invalid phone number.
    const phone = index % 100 === 99 ? "ask her son" : `919555${String(index % 10_000).padStart(4, "0")}`;
    lines.push(
      `${name},${500_000 + index},B${index},"Family${index}, Given",1950-01-02,${phone},p${index}@mail.example,NC,${1 + (index % 4)},2026-01-05T10:00:00Z,2026-01-02,Raleigh`,
    );
  }
  return lines.join("\n");
}

/** Uploads a file, waits for the check, and imports it; returns the seconds for each step. */
export async function importOrders({ url }, cookie, text) {
  const headers = { cookie, origin: url };
  const request = (path, options = {}) => fetch(url + path, { redirect: "manual", headers, ...options });
  const timed = async (work) => {
    const began = performance.now();
    const result = await work();
    return [result, (performance.now() - began) / 1000];
  };
  const waitFor = async (page, pattern) => {
    for (;;) {
      const html = await (await request(page)).text();
      if (pattern.test(html)) return;
      if (/class="notice bad"/.test(html)) throw new Error("The import failed.");
      await sleep(250);
    }
  };
  const form = new FormData();
  form.append("file", new File([text], "orders.csv", { type: "text/csv" }));
  const [sent, upload] = await timed(() => request("/admin/import", { method: "POST", body: form }));
  const page = sent.headers.get("location");
  const [, check] = await timed(() => waitFor(page, /can be imported/));
  const [, write] = await timed(async () => {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    await request(page, { method: "POST", headers: { ...headers, ...type } });
    await waitFor(page, /rejected\.csv|new orders/);
  });
  return { upload, check, write };
}
