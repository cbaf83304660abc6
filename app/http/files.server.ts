import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import sirv from "sirv";
import type { App } from "~/boot/app.server";
import { sendError } from "./response/send-response.server";

/** Serves the public folder and ignores ranges. @returns true if the request was for a file and has been answered */
export function fileServer({ log }: Pick<App, "log">, publicFolder: string) {
  const compiled = sirv(`${publicFolder}/build`, {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: 31_536_000,
  });
  const files = sirv(publicFolder, {
    brotli: true,
    gzip: true,
    maxAge: 3600,
    setHeaders: (outgoing, path) => {
      // sirv doesn't know this type, and X-Content-Type-Options keeps browsers from guessing it.
      if (path.endsWith(".ico")) outgoing.setHeader("Content-Type", "image/x-icon");
      // A service worker follows the policy sent with its script. It fetches the page that it caches.
      if (path.endsWith(".js")) {
        outgoing.setHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
      }
    },
  });

  return (incoming: IncomingMessage, outgoing: ServerResponse, requestId: string): boolean => {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    const url = incoming.url ?? "/";
    const isCompiled = url.startsWith("/build/");
    if (!isCompiled && !/^\/[\w-]+\.(ico|svg|png|txt|webmanifest|js)$/.test(url)) return false;
    // If a range ends before it begins, sirv throws an error that crashes the process.
    delete incoming.headers.range;
    // A file that can't be opened would crash the process too. Only its response should fail.
    outgoing.once("pipe", (file: Readable) => {
      // Otherwise the file would stay open if the client disconnects early.
      outgoing.once("close", () => file.destroy());
      file.once("error", (error) => {
        log.error({ requestId, err: error }, "file");
        outgoing.destroy();
      });
    });
    if (isCompiled) incoming.url = url.slice("/build".length);
    const serve = isCompiled ? compiled : files;
    serve(incoming, outgoing, () => sendError(outgoing, 404, { error: "File not found." }));
    return true;
  };
}
