import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./cleanup";

/** How the storage treats requests that write: "full" refuses them, and "away" breaks every connection. */
type Mood = "well" | "full" | "away";

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** Starts S3-compatible storage over real HTTP that keeps objects in memory, with the calls that Litestream makes. */
export async function startS3Server() {
  const objects = new Map<string, { body: Buffer; at: Date }>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const state = { mood: "well" as Mood, delay: 0, writes: 0, refused: 0 };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://s3");
    const key = decodeURIComponent(url.pathname.slice(1));
    if (state.mood === "away") {
      state.refused++;
      return void request.socket.destroy();
    }
    if (request.method === "GET" && url.searchParams.has("prefix")) return void list(key, url, response);
    if (request.method === "GET" || request.method === "HEAD") return void read(key, response);
    if (state.mood === "full") {
      state.refused++;
      return void xml(
        response,
        // As Ceph answers. Clients repeat a 5xx for up to a minute.
        403,
        "<Error><Code>QuotaExceeded</Code><Message>The bucket is full.</Message></Error>",
      );
    }
    state.writes++;
    await sleep(state.delay);
    write(key, url, { method: request.method ?? "", body: bodyOf(request, Buffer.concat(chunks)) }, response);
  }

  function write(
    key: string,
    { searchParams }: URL,
    { method, body }: { method: string; body: Buffer },
    response: ServerResponse,
  ): void {
    const upload = searchParams.get("uploadId") ?? "";
    if (method === "POST" && searchParams.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return void xml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (method === "PUT" && upload) {
      uploads.get(upload)?.set(Number(searchParams.get("partNumber")), body);
      response.setHeader("ETag", etagOf(body));
      return void response.end();
    }
    if (method === "POST" && upload) {
      const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b);
      const whole = Buffer.concat(parts.map(([, part]) => part));
      objects.set(key, { body: whole, at: new Date() });
      return void xml(
        response,
        200,
        `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (method === "POST" && searchParams.has("delete")) {
      for (const [, name = ""] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) {
        objects.delete(`${key.split("/")[0]}/${name}`);
      }
      return void xml(response, 200, "<DeleteResult></DeleteResult>");
    }
    if (method === "DELETE") {
      objects.delete(key);
      response.statusCode = 204;
      return void response.end();
    }
    objects.set(key, { body, at: new Date() });
    response.setHeader("ETag", etagOf(body));
    response.end();
  }

  function list(bucket: string, { searchParams }: URL, response: ServerResponse): void {
    const prefix = searchParams.get("prefix") ?? "";
    const delimiter = searchParams.get("delimiter");
    const folders = new Set<string>();
    const contents: string[] = [];
    for (const [name, { body, at }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const key = name.slice(bucket.replace(/\/$/, "").length + 1);
      if (!key.startsWith(prefix)) continue;
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      if (end >= 0) folders.add(key.slice(0, end + 1));
      else {
        contents.push(
          `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
        );
      }
    }
    const common = [...folders].map(
      (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
    );
    xml(
      response,
      200,
      `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}${common.join("")}</ListBucketResult>`,
    );
  }

  function read(key: string, response: ServerResponse): void {
    const object = objects.get(key);
    if (!object) return void xml(response, 404, "<Error><Code>NoSuchKey</Code></Error>");
    response.setHeader("Content-Length", object.body.length);
    response.setHeader("Last-Modified", object.at.toUTCString());
    response.end(object.body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { objects, state, endpoint: `http://127.0.0.1:${port}` };
}

const etagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

function xml(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "application/xml");
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
}

/** Removes the signatures of a body that is sent in signed chunks. */
function bodyOf({ headers }: IncomingMessage, sent: Buffer): Buffer {
  if (headers["x-amz-content-sha256"] !== "STREAMING-AWS4-HMAC-SHA256-PAYLOAD") return sent;
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = sent.indexOf("\r\n", at);
    const size = Number.parseInt(sent.subarray(at, end).toString(), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(sent.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
