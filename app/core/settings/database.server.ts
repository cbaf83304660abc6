import { z } from "zod";

const address = z.url({ protocol: /^wss?$/, error: "is the address of a libSQL server, ws://… or wss://…" });

/** The settings of a database on a server; `config.server.ts` reads them with all others. */
export const DatabaseEnvironment = z.object({
  DATABASE_URL: address.optional(),
  DATABASE_REPLICA_URL: address.optional(),
  DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
});

/** A libSQL server that several instances share. */
export interface DatabaseServer {
  /** The primary, which alone writes. */
  url: string;
  /** A copy near this instance, which may lag behind; the primary's own address where there is none. */
  replicaUrl: string;
  token: string | null;
}

/** Null where the database is the file in DATA_DIR. */
export function databaseServer(env: z.infer<typeof DatabaseEnvironment>): DatabaseServer | null {
  if (!env.DATABASE_URL) return null;
  return {
    url: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL ?? env.DATABASE_URL,
    token: env.DATABASE_AUTH_TOKEN ?? null,
  };
}

/** What the settings lack together, as sentences. */
export function databaseProblems(set: Record<string, string | undefined>): string[] {
  const lonely = ["DATABASE_REPLICA_URL", "DATABASE_AUTH_TOKEN"].filter((name) => set[name]);
  if (!set.DATABASE_URL) return lonely.map((name) => `${name}: is of use with DATABASE_URL alone`);
  if (set.APP_SECRET) return [];
  return [
    "APP_SECRET: is needed with DATABASE_URL, the same for every instance; the one so far is in DATA_DIR/app-secret",
  ];
}
