// npm run test:proxy: the product behind Caddy with the Caddyfile of compose.yaml, over TLS. Needs Caddy
// (apt-get install caddy) and half a minute.
import "../../app/cli/current-node.mjs";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt, ensureInstalled, root } from "../../app/cli/prepare.mjs";

ensureInstalled();
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "firstnight-proxy-"));
const [port, upstream] = [await freePort(), await freePort()];
const DOMAIN = `localhost:${port}`;
const settings = {
  DATA_DIR: join(folder, "data"),
  PORT: String(upstream),
  HOST: "127.0.0.1",
  PUBLIC_URL: `https://${DOMAIN}`,
  TRUST_PROXY: "1",
  SERVE_DEMO: "on",
  LOG_LEVEL: "silent",
};
// For this name Caddy signs a certificate itself; everything else is as in the file.
const caddyfile = join(folder, "Caddyfile");
writeFileSync(
  caddyfile,
  `{\nadmin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system ${folder}/caddy\n}\nimport ${root}/Caddyfile\n`,
);
const running = new Set();
try {
  await ended(start(process.execPath, ["app/cli/run.mjs", "demo:create"]));
  start("caddy", ["run", "--config", caddyfile, "--adapter", "caddyfile"]);
  let server = start(process.execPath, ["build/server.js"]);
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  await until(() => readFileSync(authority));
  const ca = readFileSync(authority);
  await until(() => ask("/healthz"));

  const login = await ask("/login");
  assert.equal(login.status, 200);
  assert.match(login.headers["strict-transport-security"], /max-age=\d{7,}/);
  const { staff } = JSON.parse(readFileSync(join(settings.DATA_DIR, "demo.json"), "utf8"));
  const { email, password } = staff.find(({ roles }) => roles.includes("admin"));
  const signedIn = await ask("/api/login", { method: "POST", json: { email, password } });
  assert.equal(signedIn.status, 200, signedIn.text);
  const [cookie] = signedIn.headers["set-cookie"];
  assert.match(cookie, /^__Host-.*; Secure/i, "the cookie is bound to https");

  // METRICS_FROM lists the clients that may read metrics: here those on this machine.
  const pretending = { headers: { "x-forwarded-for": "203.0.113.9" } };
  assert.equal(
    (await ask("/metrics", pretending)).status,
    200,
    "what a client says of its address is not believed",
  );
  const direct = await fetch(`http://127.0.0.1:${upstream}/metrics`, pretending);
  assert.equal(direct.status, 403, "what the proxy says of it is");

  const line = "QHMS,9000001,9000001,Ada Lovelace\n";
  const file = `brightree_db,patient_id,sales_order_no,patient_name\n${line.repeat(600_000)}`;
  const form = new Response(fileForm(file));
  const sent = await ask("/admin/import", {
    method: "POST",
    body: Buffer.from(await form.arrayBuffer()),
    headers: { "content-type": form.headers.get("content-type"), cookie: cookie.split(";")[0] },
  });
  assert.equal(sent.status, 303, sent.text.slice(0, 500));
  assert.match(sent.headers.location, /^\/admin\/import\/\d+/);

  server.kill("SIGTERM");
  await ended(server);
  const waiting = ask("/login");
  server = start(process.execPath, ["build/server.js"]);
  assert.equal((await waiting).status, 200, "who asks while it starts again waits");
  console.log(
    `Over TLS: pages, a sign-in with a bound cookie, addresses as the proxy says, a file of ${Math.round(file.length / 1e6)} MB, and no request refused during a restart.`,
  );

  function ask(path, { method = "GET", json, body = json && JSON.stringify(json), headers = {} } = {}) {
    const type = json && { "content-type": "application/json" };
    return new Promise((resolve, reject) => {
      const asked = request(
        `https://${DOMAIN}${path}`,
        { ca, method, headers: { origin: settings.PUBLIC_URL, ...type, ...headers } },
        (answer) => {
          const chunks = [];
          answer.on("data", (chunk) => chunks.push(chunk));
          answer.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            if (answer.statusCode === 502) reject(new Error("Caddy can't reach the server."));
            else resolve({ status: answer.statusCode, headers: answer.headers, text });
          });
        },
      );
      asked.on("error", reject).end(body);
    });
  }
} finally {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function fileForm(content) {
  const form = new FormData();
  form.append("file", new File([content], "orders.csv", { type: "text/csv" }));
  return form;
}

function start(program, args) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, DOMAIN, UPSTREAM: `127.0.0.1:${upstream}`, ...settings },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

function ended(child) {
  return child.exitCode === null ? new Promise((resolve) => child.once("exit", resolve)) : null;
}

/** Waits until something works. */
async function until(works) {
  for (let left = 300; ; left--) {
    try {
      return await works();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
