import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import sirv from "sirv";
import type { App } from "~/boot/app.server";
import { sendError } from "./response/send-response.server";

/**
 * Serves what lies in the public folder, always as a whole.
 *
 * @returns whether the request was for a file, and is answered
 */
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
      // The one kind that sirv has no name for; without it browsers, told not to guess, show none.
      if (path.endsWith(".ico")) outgoing.setHeader("Content-Type", "image/x-icon");
      // What a worker may do stands in the answer that brings it: here, ask for the page it keeps.
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
    // A range that ends before it begins would throw in sirv and end the process; small files need none.
    delete incoming.headers.range;
    // So would a file that can't be opened any more: its answer ends, and nothing else.
    outgoing.once("pipe", (file: Readable) => {
      // Who leaves early would leave the file open.
      outgoing.once("close", () => file.destroy());
      file.once("error", (error) => {
        log.error({ requestId, err: error }, "file");
        outgoing.destroy();
      });
    });
    if (isCompiled) incoming.url = url.slice("/build".length);
    const serve = isCompiled ? compiled : files;
    serve(incoming, outgoing, () => sendError(outgoing, 404, "There is no such file."));
    return true;
  };
}
