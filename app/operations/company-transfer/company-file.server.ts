import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { transferredTables } from "./company-tables.server";

export const Opening = z.object({
  firstnight: z.literal("company"),
  format: z.literal(1),
  company: z.string(),
  made_at: z.iso.datetime(),
  migration: z.string(),
  /** True if the company was frozen (company:freeze), so that nothing changed or was sent after the export. */
  frozen: z.boolean().default(false),
});
export type Opening = z.infer<typeof Opening>;

export const Closing = z.object({
  rows: z.record(z.string(), z.number().int()),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Closing = z.infer<typeof Closing>;

const names = new Set<string>(transferredTables.map(({ name }) => name));
const Line = z
  .tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))])
  .refine(([name]) => names.has(name));

export type FileLine = z.infer<typeof Line>;

const damaged = () =>
  new Refusal("invalid", "This file is damaged: it is incomplete or was changed. Export it again.");

/** Checks that a file is complete. @returns its first and last lines @throws Refusal */
export async function checkFile(file: string): Promise<Opening & Closing> {
  const hash = createHash("sha256");
  const rows: Record<string, number> = {};
  let opening: Opening | undefined;
  let closing: Closing | undefined;
  for await (const text of linesOf(file)) {
    if (closing) throw damaged();
    if (!opening) {
      opening = Opening.safeParse(parsed(text)).data;
      if (!opening) throw new Refusal("invalid", "This is not a Firstnight company file.");
    } else if (text.startsWith("{")) {
      closing = Closing.safeParse(parsed(text)).data;
      if (!closing) throw damaged();
      continue;
    } else {
      const line = Line.safeParse(parsed(text)).data;
      if (!line) throw damaged();
      rows[line[0]] = (rows[line[0]] ?? 0) + 1;
    }
    hash.update(`${text}\n`);
  }
  if (!opening) throw new Refusal("invalid", "This is not a Firstnight company file.");
  const expected = JSON.stringify(closing?.rows);
  if (!closing || hash.digest("hex") !== closing.sha256 || expected !== JSON.stringify(rows)) throw damaged();
  return { ...opening, ...closing };
}

export async function* readFile(file: string): AsyncGenerator<FileLine> {
  for await (const text of linesOf(file)) if (text.startsWith("[")) yield JSON.parse(text) as FileLine;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  try {
    yield* createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  } catch {
    throw new Refusal("missing", `${file} doesn't exist or can't be read.`);
  } finally {
    source.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
