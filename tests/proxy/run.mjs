// npm run test:proxy: tests Firstnight over TLS behind Caddy, with the Caddyfile from compose.yaml. Needs Caddy
// (apt-get install caddy). Takes 30 seconds.
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
// Uses the Caddyfile unchanged, except that Caddy signs the certificate for localhost itself.
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
  await until(() => send("/healthz"));

  const login = await send("/login");
  assert.equal(login.status, 200);
  assert.match(login.headers["strict-transport-security"], /max-age=\d{7,}/);
  const { staff } = JSON.parse(readFileSync(join(settings.DATA_DIR, "demo.json"), "utf8"));
  const { email, password } = staff.find(({ roles }) => roles.includes("admin"));
  const signedIn = await send("/api/login", { method: "POST", json: { email, password } });
  assert.equal(signedIn.status, 200, signedIn.text);
  const [cookie] = signedIn.headers["set-cookie"];
  assert.match(cookie, /^__Host-.*; Secure/i, "the cookie requires HTTPS");

  // METRICS_FROM lists the clients that can read metrics. By default they are on this machine.
  const spoofed = { headers: { "x-forwarded-for": "203.0.113.9" } };
  assert.equal(
    (await send("/metrics", spoofed)).status,
    200,
    "the proxy overwrites an address sent by the client",
  );
  const direct = await fetch(`http://127.0.0.1:${upstream}/metrics`, spoofed);
  assert.equal(direct.status, 403, "the server trusts the address from the proxy");

  const change = await changeThroughProxy(cookie.split(";")[0]);
  assert.ok(change.after < 2000, `a live update arrived only after ${change.after} ms`);

  const line = "QHMS,9000001,9000001,Ada Lovelace\n";
  const file = `brightree_db,patient_id,sales_order_no,patient_name\n${line.repeat(600_000)}`;
  const form = new Response(fileForm(file));
  const sent = await send("/admin/import", {
    method: "POST",
    body: Buffer.from(await form.arrayBuffer()),
    headers: { "content-type": form.headers.get("content-type"), cookie: cookie.split(";")[0] },
  });
  assert.equal(sent.status, 303, sent.text.slice(0, 500));
  assert.match(sent.headers.location, /^\/admin\/import\/\d+/);

  server.kill("SIGTERM");
  await ended(server);
  const pending = send("/login");
  server = start(process.execPath, ["build/server.js"]);
  assert.equal((await pending).status, 200, "a request during a restart waits");
  await testFirstStart();
  await testCells();
  console.log(
    `Passed over TLS: pages, a sign-in with a secure cookie, client addresses, a live update after ${change.after} ms, an upload of ${Math.round(file.length / 1e6)} MB, a request during a restart, the first admin of an empty folder, and two cells by domain.`,
  );

  /** Cancels a visit while an event stream is open. */
  function changeThroughProxy(cookie) {
    return new Promise((resolve, reject) => {
      let sentAt = 0;
      const outgoing = request(`https://${DOMAIN}/api/changes`, { ca, headers: { cookie } }, (response) => {
        assert.match(response.headers["content-type"], /^text\/event-stream/);
        response.setEncoding("utf8");
        response.on("data", (text) => {
          if (!text.includes("visit.cancelled")) return;
          resolve({ after: Math.round(performance.now() - sentAt) });
          outgoing.destroy();
        });
        sentAt = performance.now();
        cancelVisit(cookie).catch(reject);
      });
      outgoing.setTimeout(15_000, () => reject(new Error("No live update arrived.")));
      outgoing.on("error", reject).end();
    });
  }

  async function cancelVisit(cookie) {
    const headers = { cookie };
    const listed = await send("/api/unconfirmed-appointments", { headers });
    const [visit] = JSON.parse(listed.text);
    const done = await send(`/api/appointments/${visit.id}/cancel`, { method: "POST", json: {}, headers });
    assert.equal(done.status, 200, done.text);
  }

  /** `npm start` with an empty folder prints a link with the public address, which makes the first admin. */
  async function testFirstStart() {
    server.kill("SIGTERM");
    await ended(server);
    const first = start(process.execPath, ["app/cli/start.mjs"], { DATA_DIR: join(folder, "empty") }, "pipe");
    let output = "";
    first.stdout.on("data", (text) => {
      output += text;
    });
    const link = await until(() => {
      const [found] = /https:\S+\/setup\/\S+/.exec(output) ?? [];
      assert.ok(found, output);
      return found;
    });
    assert.ok(link.startsWith(`${settings.PUBLIC_URL}/`), link);
    const fields = {
      name: "Ann Lee",
      email: "ann@clinic.example",
      phone: "(919) 555-0123",
      password: "a long enough password",
      company: "Quiet Nights",
      database: "QHMS",
    };
    const body = new URLSearchParams(fields).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const done = await send(new URL(link).pathname, { method: "POST", body, headers });
    assert.equal(done.status, 303, done.text);
    const [own] = done.headers["set-cookie"];
    assert.match(own, /^__Host-.*; Secure/i);
    const checklist = await send(done.headers.location, { headers: { cookie: own.split(";")[0] } });
    assert.match(checklist.text, /1 of 11 done/);
    first.kill("SIGTERM");
    await ended(first);
  }

  /** With the example's Caddyfile, each domain leads to its own installation. */
  async function testCells() {
    const [port, ...upstreams] = [await freePort(), await freePort(), await freePort()];
    const names = ["restwell", "calm"];
    const domains = names.map((name) => `${name}.localhost:${port}`);
    const environment = Object.fromEntries(
      names.flatMap((name, index) => [
        [`${name.toUpperCase()}_DOMAIN`, domains[index]],
        [`${name.toUpperCase()}_UPSTREAM`, `127.0.0.1:${upstreams[index]}`],
      ]),
    );
    for (const [index, name] of names.entries()) {
      start(process.execPath, ["build/server.js"], {
        DATA_DIR: join(folder, name),
        PORT: String(upstreams[index]),
        PUBLIC_URL: `https://${domains[index]}`,
      });
    }
    const own = join(folder, "Caddyfile-cells");
    writeFileSync(
      own,
      readFileSync(caddyfile, "utf8").replace("/Caddyfile\n", "/docs/examples/cells/Caddyfile\n"),
    );
    start("caddy", ["run", "--config", own, "--adapter", "caddyfile"], environment);
    const found = await until(async () => {
      const replies = await Promise.all(domains.map((to) => send("/healthz", { to })));
      return replies.map(({ headers }) => headers["x-firstnight-installation"]);
    });
    assert.match(found.join(), /^[0-9a-f]{32} 0,[0-9a-f]{32} 0$/);
    assert.notEqual(found[0], found[1], "the domains lead to different installations");
    assert.equal((await send("/login", { to: domains[1] })).status, 200);
  }

  function send(
    path,
    { method = "GET", json, body = json && JSON.stringify(json), headers = {}, to = DOMAIN } = {},
  ) {
    const type = json && { "content-type": "application/json" };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `https://${to}${path}`,
        {
          ca,
          method,
          headers: { origin: settings.PUBLIC_URL, ...type, ...headers },
          // Not every machine resolves names below localhost.
          lookup: (_, { all }, done) =>
            all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
        },
        (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 502) reject(new Error("Caddy can't reach the server."));
            else resolve({ status: response.statusCode, headers: response.headers, text });
          });
        },
      );
      outgoing.on("error", reject).end(body);
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

function start(program, args, environment = {}, stdout = "ignore") {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", stdout, "ignore"],
    env: { ...process.env, DOMAIN, UPSTREAM: `127.0.0.1:${upstream}`, ...settings, ...environment },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

function ended(child) {
  return child.exitCode === null ? new Promise((resolve) => child.once("exit", resolve)) : null;
}

/** Retries `work` until it succeeds, for at most 30 seconds. */
async function until(work) {
  for (let left = 300; ; left--) {
    try {
      return await work();
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
