import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { stockRenderer } from "~/http/render/stock-renderer.server";
import { sendResponse } from "~/http/response/send-response.server";
import { atEnd } from "../support/cleanup";

/** Starts a server that serves a stream as a download. */
async function serveStream(source: UnderlyingDefaultSource<Uint8Array>): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const file = new Response(new ReadableStream(source), { headers: { "content-type": "application/pdf" } });
    return sendResponse(incoming, outgoing, file, context);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const context = { replyHeaders: new Headers(), nonce: "", renderer: stockRenderer };
const bytes = new Uint8Array(64_000);

test("if a download's source fails, the download is aborted and the server keeps running", async () => {
  let pulls = 0;
  const url = await serveStream({
    pull(controller) {
      if (++pulls < 3) controller.enqueue(bytes);
      else controller.error(new Error("The source failed."));
    },
  });
  for (let nth = 0; nth < 2; nth++) {
    const response = await fetch(url);
    await expect(response.arrayBuffer()).rejects.toThrow();
    pulls = 0;
  }
});

test("aborting a download cancels its source stream", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const url = await serveStream({ pull: (controller) => controller.enqueue(bytes), cancel: () => end() });
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await expect(ended).resolves.toBeUndefined();
});
