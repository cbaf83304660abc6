import { z } from "zod";

const File = z.object({ bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** The first file of every backup: what is in it, and what it must look like when it is read again. */
export const Manifest = z.object({
  product: z.literal("firstnight"),
  format: z.literal(1),
  /** ISO, UTC. */
  made_at: z.iso.datetime(),
  /** The newest migration that the database has. */
  migration: z.string(),
  /** Every other file, by name. */
  files: z.object({ "firstnight.db": File, "app-secret": File }),
  /** Rows by table. */
  rows: z.record(z.string(), z.number().int()),
  /** The newest row of the audit log; null where there is none. */
  audit: z.object({ id: z.number().int(), hash: z.string() }).nullable(),
});

export type Manifest = z.infer<typeof Manifest>;

/** Names of what lies in a backup, besides its manifest. */
export type PackedName = keyof Manifest["files"];
export const packedNames: PackedName[] = ["app-secret", "firstnight.db"];
