import * as z from "zod";

const File = z.object({ bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const Manifest = z.object({
  product: z.literal("firstnight"),
  format: z.literal(1),
  made_at: z.iso.datetime(),
  migration: z.string(),
  files: z.object({ "firstnight.db": File, "app-secret": File }),
  rows: z.record(z.string(), z.number().int()),
  audit: z.object({ id: z.number().int(), hash: z.string() }).nullable(),
});

export type Manifest = z.infer<typeof Manifest>;

export type PackedName = keyof Manifest["files"];
export const packedNames: PackedName[] = ["app-secret", "firstnight.db"];
