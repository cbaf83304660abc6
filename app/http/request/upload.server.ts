import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Role, Staff } from "~/core/who";
import { requirePageAudience } from "../access/require-audience.server";
import { problemResponse } from "../page.server";
import type { RouteArgs } from "../route-args.server";
import { isTooLarge } from "./body.server";

interface Upload {
  /** The original file name, for display only. */
  name: string;
  path: string;
  bytes: number;
}

interface FileGuard {
  allow: readonly Role[];
  field: string;
  /** The path for the file, which must not exist yet. */
  path: () => Promise<string>;
}

/** Saves an uploaded file. The page's path must be listed in `body.server.ts`. */
export async function submitFile(
  args: RouteArgs,
  guard: FileGuard,
  run: (call: { app: App; who: Staff; file: Upload }) => Promise<Response>,
) {
  let path: string | undefined;
  try {
    const who = (await requirePageAudience(args, guard.allow)) as Staff;
    path = await guard.path();
    return await run({ app: args.context.app, who, file: await receive(args.request, guard.field, path) });
  } catch (error) {
    if (path) await rm(path, { force: true });
    return problemResponse(args, error, {});
  }
}

async function receive(request: Request, field: string, path: string): Promise<Upload> {
  let name: string | undefined;
  let bytes = 0;
  async function* counted(data: AsyncIterable<Uint8Array>) {
    for await (const chunk of data) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await parseMultipart(request, async (part) => {
      const isFile = part.name === field && part.filename !== undefined && name === undefined;
      if (!isFile) {
        // Each part must be read to its end before the next one.
        for await (const _ of part.data);
        return undefined;
      }
      name = part.filename?.replaceAll("\0", "").slice(0, 200) || "file";
      const file = createWriteStream(path, { mode: 0o600, flags: "wx" });
      await pipeline(Readable.from(counted(part.data)), file);
      return name;
    });
  } catch (error) {
    if (error instanceof Error && isTooLarge(error)) {
      throw new Refusal("too-large", "The file is too large. Send at most 200 MB.");
    }
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error;
    throw new Refusal("malformed", "The upload was interrupted. Send the file again.");
  }
  if (name === undefined || bytes === 0) {
    throw new Refusal("invalid", "Choose a file.", {
      fields: { [field]: ["Choose a file that is not empty."] },
    });
  }
  return { name, path, bytes };
}
