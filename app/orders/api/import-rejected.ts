import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { api, method } from "~/http/api.server";
import { OneImport } from "../import/import-schema";
import { findImport, rejectedOf } from "../import/imports.server";

export const { loader, action } = api({
  GET: method({
    summary: "The rows of an import that have problems as CSV, with the problems",
    allow: ["admin"],
    input: OneImport,
    output: z.string(),
    type: "text/csv",
    async run({ app, input }) {
      const { status, stored_as } = await findImport(app.reads, input.id);
      if (status !== "done") throw new Refusal("missing", "This import hasn't finished yet.");
      const path = rejectedOf(app.config.dataDir, stored_as);
      const { size } = await stat(path);
      return new Response(Readable.toWeb(createReadStream(path)) as ReadableStream, {
        headers: {
          "Content-Length": String(size),
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": `attachment; filename="rejected-${input.id}.csv"`,
          "Cache-Control": "no-store",
        },
      });
    },
  }),
});
