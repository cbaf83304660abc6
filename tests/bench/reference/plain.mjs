// The reference server: node:http, better-sqlite3, and string templates. It looks up the session, runs Firstnight's SQL
// statements, and compresses the same text the same way. It makes no other checks.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { constants, zstdCompressSync } from "node:zlib";
import Database from "better-sqlite3";

const formatters = new Map();
function format(at, zone, name, options) {
  const key = `${name} ${zone}`;
  if (!formatters.has(key)) {
    formatters.set(key, new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone }));
  }
  return formatters.get(key).format(at);
}
const dayOf = (at, zone) => format(at, zone, "day", { weekday: "short", month: "short", day: "numeric" });
const timeOf = (at, zone) => format(at, zone, "time", { hour: "numeric", minute: "2-digit" });
const iso = (at) => new Date(at).toISOString();
const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]);

const openDay = ({ date }) => {
  const [weekday, rest] = dayOf(Date.parse(date), "UTC").split(", ");
  return `<li class="open"><a href="/schedule?date=${date}&amp;month=${date.slice(0, 7)}" data-nav="date"><span class="weekday">${weekday} </span><b><span class="month">${rest.replace(/\d+$/, "")}</span>${Number(date.slice(8))}</b></a></li>`;
};

const viewersZone = "America/New_York";

function selectLink(start, therapistId, name) {
  const at = iso(start);
  const when = `${dayOf(start, viewersZone)}, ${timeOf(start, viewersZone)}`;
  return `<a class="row-link" href="/schedule?at=${encodeURIComponent(at)}&amp;with=${therapistId}" data-at="${at}" data-therapist="${name}"><span class="pick">Select</span><span class="unseen"> <time dateTime="${at}" data-when="when">${when}</time> with ${name}</span></a>`;
}

function timeRow({ start, preferred, others }) {
  const owners = new Map([...JSON.parse(preferred), ...JSON.parse(others)].map((owner) => [owner[0], owner]));
  const listed = [...owners.values()].slice(0, 3).map(([id, name, region]) => [id, escaped(name), region]);
  const day = `<td class="date"><time dateTime="${iso(start)}" data-when="day">${dayOf(start, viewersZone)}</time></td>`;
  const time = `<time dateTime="${iso(start)}" data-when="time">${timeOf(start, viewersZone)}</time>`;
  if (listed.length === 1) {
    const [[id, name, region]] = listed;
    return `<tr class="target">${day}<td class="time">${time}</td><td class="therapist">${name}</td><td class="region">${escaped(region)}</td><td class="action">${selectLink(start, id, name)}</td></tr>`;
  }
  const names = listed.map(
    ([id, name, region]) =>
      `<li class="target"><span class="therapist">${name}</span><span class="region">${escaped(region)}</span>${selectLink(start, id, name)}</li>`,
  );
  return `<tr>${day}<td class="several" colSpan="4"><details><summary class="no-marker"><span class="time">${time}</span><span class="therapist">${listed.length} therapists</span><span class="pick">Select</span></summary><ul>${names.join("")}</ul></details></td></tr>`;
}

const isOpening = (row) => "therapistId" in row && "start" in row;

/** How to fill in the variable parts of each response from its SQL results. */
const shapes = {
  "/schedule": {
    cuts: [/<ol class="days[^>]*>([\s\S]*?)<\/ol>/, /<tbody>([\s\S]*?)<\/tbody>/],
    fill: (results) => [
      results
        .flat()
        .filter((row) => "openings" in row)
        .map(openDay)
        .join(""),
      results
        .flat()
        .filter((row) => "preferred" in row)
        .map(timeRow)
        .join(""),
    ],
  },
  "/track": {
    cuts: [/<dl class="facts">([\s\S]*?)<\/dl>/, /<ol class="timeline">([\s\S]*?)<\/ol>/],
    fill(results, [, timeline]) {
      const order = results.flat().find((row) => "sales_order_no" in row);
      const facts = [order.sales_order_no, order.patient_id, order.brightree_db];
      const reached = results.flat().filter((row) => "reached_at" in row);
      return [
        facts.map((fact) => `<div><dt>Order</dt><dd>${escaped(fact)}</dd></div>`).join(""),
        timeline.replace(/<time[^>]*>[^<]*/, () =>
          reached
            .map(({ reached_at: at }) => `<time dateTime="${iso(at)}">${dayOf(at, "America/New_York")}`)
            .join(""),
        ),
      ];
    },
  },
  "/login": { cuts: [], fill: () => [] },
  "/api/availability?limit=60": {
    json: (results) =>
      results
        .flat()
        .filter(isOpening)
        .map(({ start, therapist, region }) => ({
          start: iso(start),
          end: iso(start + 2_700_000),
          therapist,
          region,
        })),
  },
  "/api/shortlink/timeline": {
    json(results, _parts, body) {
      const order = results.flat().find((row) => "sales_order_no" in row);
      const reached = results.flat().filter((row) => "reached_at" in row);
      const steps = body.steps.map((step, index) => {
        const at = reached[index] ? iso(reached[index].reached_at) : null;
        return { ...step, at, started_at: at, timestamp: at };
      });
      return {
        ...body,
        steps,
        patient_id: order.patient_id,
        sales_order_no: order.sales_order_no,
        brightree_db: order.brightree_db,
        referral_at: order.referral_at && iso(order.referral_at),
      };
    },
  },
};

/** Splits a response into fixed and variable parts. */
function cutUp(body, cuts) {
  const fixed = [];
  const between = [];
  let rest = body;
  for (const cut of cuts) {
    const [whole, inner] = cut.exec(rest);
    const at = rest.indexOf(whole) + whole.indexOf(inner);
    fixed.push(rest.slice(0, at));
    between.push(inner);
    rest = rest.slice(at + inner.length);
  }
  return { fixed: [...fixed, rest], between };
}

function makeHandler(database, path, { statements, headers, body }) {
  const shape = shapes[path];
  const prepared = statements.map(({ sql, values }) => ({ statement: database.prepare(sql), values }));
  const oldNonce = /nonce="([^"]+)"/.exec(body)?.[1];
  const policy = headers["content-security-policy"];
  const parts = shape.json ? null : cutUp(body, shape.cuts);
  const example = shape.json ? JSON.parse(body) : null;
  return (request, response) => {
    const token = /(?:^|; )firstnight(?:-patient)?=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    const hash = createHash("sha256").update(token).digest("hex");
    const results = prepared.map(({ statement, values }) =>
      statement.all(/"token_hash" = \?/.test(statement.source) ? [hash] : values),
    );
    let text;
    const sent = { ...headers, "x-request-id": randomUUID() };
    if (shape.json) text = JSON.stringify(shape.json(results, null, example));
    else {
      const nonce = randomBytes(16).toString("base64url");
      const filled = shape.fill(results, parts.between);
      text = parts.fixed.map((part, index) => part + (filled[index] ?? "")).join("");
      text = text.replaceAll(oldNonce, nonce);
      sent["content-security-policy"] = policy.replaceAll(oldNonce, nonce);
    }
    let bytes = Buffer.from(text);
    if (bytes.length >= 1000) {
      bytes = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 5 } });
      sent["content-encoding"] = "zstd";
    }
    sent["content-length"] = bytes.length;
    response.writeHead(200, sent).end(bytes);
  };
}

process.once("message", ({ file, responses }) => {
  const database = new Database(file, { readonly: true });
  database.pragma("cache_size = -65536");
  const handlers = new Map(
    Object.entries(responses).map(([path, recorded]) => [path, makeHandler(database, path, recorded)]),
  );
  const server = createServer((request, response) => handlers.get(request.url)(request, response));
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
