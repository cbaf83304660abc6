// npm run bench: how fast four calls are beside two references of the same run, and what pages weigh.
// It judges nothing: absolute figures belong to the machine, the ratios to the product.
import { copyFileSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/ready.mjs";

ensureInstalled();
ensureBuilt();
const { default: autocannon } = await import("autocannon");
const { bookingCost, readingCosts } = await import("./bare-sql.mjs");
const { cookieOf, idsOf, openClinic, openPlain, timesFor } = await import("./clinic.mjs");

const connections = 10;
const seconds = 5;
const asBrowser = { "accept-encoding": "gzip, deflate, br" };

const clinic = await openClinic();
const plain = await openPlain();
// Whatever happens, neither process nor folder stays behind.
process.once("exit", () => {
  plain.stop();
  clinic.kill();
  clinic.clear();
});
// Steps up to the link sent: nobody here has a visit yet.
const patients = clinic.demo.patients.filter((patient) => patient.step <= 5);
const [first, ...others] = patients;
const cookie = await cookieOf(clinic.url, first);

/** One answer with its bytes as they travel. */
function answerOf(path, options = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(clinic.url + path, options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on("error", reject);
    asked.end(options.body);
  });
}

/** Teaches the plain server what ours answered. */
async function teach(call, { status, headers, body }) {
  if (status >= 300) throw new Error(`${call} answered ${status}: ${body}`);
  const { connection, "keep-alive": _, "transfer-encoding": __, ...kept } = headers;
  await plain.learn({ call, status, headers: kept, body: body.toString("base64") });
}

async function fire(options) {
  const result = await autocannon({ connections, ...options });
  const unexpected = result.errors + result.timeouts + result.non2xx;
  return {
    perSecond: result.requests.total / result.duration,
    mean: result.latency.average,
    p99: result.latency.p99,
    unexpected,
  };
}

const rows = [];
const one = (number) => (number >= 100 ? Math.round(number) : Math.round(number * 10) / 10);

function note(name, ours, reference, sqlCost) {
  rows.push({
    call: name,
    "req/s": one(ours.perSecond),
    "mean ms": one(ours.mean),
    "p99 ms": one(ours.p99),
    "plain http req/s": one(reference.perSecond),
    "× plain http": one(reference.perSecond / ours.perSecond),
    "bare SQL/s": one(1 / sqlCost),
    "× bare SQL": one(1 / sqlCost / ours.perSecond),
    unexpected: ours.unexpected,
  });
}

const weights = [];

/** What a first visit to a page costs on the wire: HTML with its style sheet, and its scripts. */
async function weigh(name, path, headers = {}) {
  const { status, body, headers: sent } = await answerOf(path, { headers: { ...asBrowser, ...headers } });
  const html = await (await fetch(clinic.url + path, { headers })).text();
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(
    ([, address]) => statSync(join(root, "public", `${address}.br`)).size,
  );
  weights.push({
    page: name,
    status,
    encoding: sent["content-encoding"] ?? "none",
    "HTML + CSS, bytes": body.length,
    "of 14 KB": `${Math.round((body.length / 14_336) * 100)} %`,
    "scripts, bytes": scripts.reduce((sum, size) => sum + size, 0),
  });
}

const reads = [
  { name: "availability JSON", path: "/api/availability", cost: "availability" },
  { name: "schedule page", path: "/schedule", cost: "schedule" },
  { name: "timeline", path: "/api/shortlink/timeline", cost: "timeline" },
];
const { orders, therapist } = idsOf(clinic.file, patients);
const costs = readingCosts(clinic.file, orders[0], 2000);
for (const { name, path, cost } of reads) {
  const headers = { ...asBrowser, cookie };
  await teach(`GET ${path}`, await answerOf(path, { headers }));
  const ours = await fire({ url: clinic.url + path, headers, duration: seconds });
  const reference = await fire({ url: plain.url + path, headers, duration: seconds });
  note(name, ours, reference, costs[cost]);
}

await weigh("login", "/login");
await weigh("schedule", "/schedule", { cookie });
await weigh("track", "/track", { cookie });
await weigh("reset password", "/reset-password");

// Each booking is another patient's, at another time; so many as the demo has.
const openings = await (await fetch(`${clinic.url}/api/availability`, { headers: { cookie } })).json();
const times = timesFor(others.length, openings);
const bookings = [];
for (const [index, patient] of others.slice(0, times.length).entries()) {
  bookings.push({
    method: "POST",
    path: "/api/schedule-appointment",
    headers: {
      ...asBrowser,
      "content-type": "application/json",
      origin: clinic.url,
      cookie: await cookieOf(clinic.url, patient),
    },
    body: JSON.stringify({
      patient_id: patient.patient_id,
      brightree_db: patient.brightree_db,
      ...times[index],
      sms_consent: true,
    }),
  });
}
copyFileSync(clinic.file, `${clinic.file}.copy`);
const [sample, ...rest] = bookings;
await teach(`POST ${sample.path}`, await answerOf(sample.path, sample));

// Each connection draws one booking ahead of its first request, and never sends that one.
const amount = rest.length - connections;

/** Sends each booking once. */
function fireBookings(url) {
  const queue = [...rest];
  const requests = [{ setupRequest: (asked) => ({ ...asked, ...queue.shift() }) }];
  return fire({ url, requests, amount });
}
const booked = await fireBookings(clinic.url);
const answered = await fireBookings(plain.url);
await clinic.stop();
note("booking", booked, answered, bookingCost(`${clinic.file}.copy`, orders.slice(1), therapist));
plain.stop();

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
console.log(
  `\nFirstnight ${version}, Node ${process.version}, ${connections} connections, ${seconds} s each;`,
);
console.log(`${amount} bookings, each another patient's. "×" is how many times faster the reference is.`);
console.table(rows);
console.log("First view on the wire, brotli:");
console.table(weights);
