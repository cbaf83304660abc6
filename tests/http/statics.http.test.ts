import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { fileServer } from "~/http/files.server";
import { atEnd } from "../support/cleanup";
import { rawGet } from "../support/client";
import { scratchApp, scratchFolder } from "../support/scratch";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();

const below = (folder: string): string[] =>
  readdirSync(`${projectRoot}/public${folder}`, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? below(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
const compiled = below("/build").filter((name) => /\.(js|css)$/.test(name));

test("compiled files are served compressed and immutable, and uncompressed on request", async () => {
  const path = compiled.find((name) => name.endsWith(".css")) ?? "";
  const content = readFileSync(`${projectRoot}/public${path}`);
  const brotli = await rawGet(server.url + path, "gzip, deflate, br");
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotli.headers["cache-control"]).toBe("public,max-age=31536000,immutable");
  expect(brotli.headers.vary).toContain("Accept-Encoding");
  expect(brotli.bytes).toEqual(readFileSync(`${projectRoot}/public${path}.br`));
  expect(brotliDecompressSync(brotli.bytes)).toEqual(content);
  const gzip = await rawGet(server.url + path, "gzip");
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.bytes)).toEqual(content);
  const plain = await rawGet(server.url + path);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.bytes).toEqual(content);
});

test.each([
  ["br;q=0", undefined],
  ["br; q=0, gzip;q=0.000", undefined],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["BR;q=0.5", "br"],
  ["*", "br"],
])("pages, files, API calls, and tables respect Accept-Encoding: %s", async (accepted, encoding) => {
  const { cookies } = await staffClient(server, "admin");
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const file = compiled.find((name) => name.endsWith(".css")) ?? "";
  for (const path of ["/login", file, "/api/openapi.json"]) {
    const { headers } = await rawGet(server.url + path, accepted, cookie);
    expect([path, headers["content-encoding"]]).toEqual([path, encoding]);
  }
  // A table is compressed while it is read, and only with gzip.
  const table = await rawGet(`${server.url}/admin/audit-log.csv`, accepted, cookie);
  expect(table.status).toBe(200);
  const isRefused = encoding === undefined || accepted === "BR;q=0.5";
  expect(table.headers["content-encoding"]).toBe(isRefused ? undefined : "gzip");
});

test("every compiled script and style sheet has compressed copies", () => {
  expect(compiled.length).toBeGreaterThan(0);
  const all = new Set(below("/build"));
  for (const name of compiled)
    expect([name, all.has(`${name}.br`), all.has(`${name}.gz`)]).toEqual([name, true, true]);
});

test.each(["0-3", "5-2", "-5", "a-b", "99999999-"])(
  "a request for bytes %s of a file gets the whole file",
  async (range) => {
    const reply = await fetch(`${server.url}/favicon.svg`, { headers: { range: `bytes=${range}` } });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe(readFileSync(`${projectRoot}/public/favicon.svg`, "utf8"));
  },
);

/**
 * Serves a separate folder: another server that starts in the meantime would read the project's folder while a file in it
 * disappears.
 */
async function serveFolder(files: Record<string, string | Buffer>) {
  const folder = scratchFolder();
  mkdirSync(join(folder, "build"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const serve = fileServer(scratchApp(), folder);
  const own = createServer((incoming, outgoing) => void serve(incoming, outgoing, "a request"));
  own.listen(0, "127.0.0.1");
  atEnd(() => void own.close());
  await once(own, "listening");
  return { folder, url: `http://127.0.0.1:${(own.address() as AddressInfo).port}` };
}

test("if a file is deleted after startup, only requests for it fail", async () => {
  const { folder, url } = await serveFolder({ "gone.txt": "here for a moment", "kept.txt": "kept" });
  rmSync(join(folder, "gone.txt"));
  await expect(fetch(`${url}/gone.txt`)).rejects.toThrow();
  expect(await (await fetch(`${url}/kept.txt`)).text()).toBe("kept");
});

// /proc/self/fd lists the open files of this process. It exists only on Linux.
test.runIf(existsSync("/proc/self/fd"))(
  "the file is closed if a client disconnects during a download",
  async () => {
    // This is more than a connection buffers for a client that isn't reading.
    const { folder, url } = await serveFolder({ "large.txt": Buffer.alloc(16_000_000) });
    const path = join(folder, "large.txt");
    const isOpen = () =>
      readdirSync("/proc/self/fd").some((held) => {
        try {
          return readlinkSync(`/proc/self/fd/${held}`) === path;
        } catch {
          return false;
        }
      });
    const download = get(`${url}/large.txt`);
    await once(download, "response");
    expect(isOpen()).toBe(true);
    download.destroy();
    await expect.poll(isOpen).toBe(false);
  },
);

test("a missing file returns 404, and no path leads to files outside the folder", async () => {
  for (const path of [
    "/build/nothing.js",
    "/build/",
    "/build/../../package.json",
    "/build/%2e%2e/%2e%2e/package.json",
    "/build/..%2f..%2fpackage.json",
    "/nothing.svg",
  ]) {
    const { status, bytes } = await rawGet(server.url + path);
    expect([path, bytes.includes("better-sqlite3")]).toEqual([path, false]);
    expect([302, 404], path).toContain(status);
  }
});
