import * as z from "zod";

const address = z.url({
  protocol: /^wss?$/,
  error: "must be the address of a libSQL server, starting with ws:// or wss://",
});

export const DatabaseEnvironment = z.object({
  DATABASE_URL: address.optional(),
  DATABASE_REPLICA_URL: address.optional(),
  DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
});

export interface DatabaseServer {
  url: string;
  replicaUrl: string;
  token: string | null;
}

/** Null if the database is the file in DATA_DIR. */
export function databaseServer(env: z.infer<typeof DatabaseEnvironment>): DatabaseServer | null {
  if (!env.DATABASE_URL) return null;
  return {
    url: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL ?? env.DATABASE_URL,
    token: env.DATABASE_AUTH_TOKEN ?? null,
  };
}

export function databaseProblems(set: Record<string, string | undefined>): string[] {
  const dependent = ["DATABASE_REPLICA_URL", "DATABASE_AUTH_TOKEN"].filter((name) => set[name]);
  if (!set.DATABASE_URL) return dependent.map((name) => `${name}: can only be used with DATABASE_URL`);
  if (set.APP_SECRET) return [];
  return [
    "APP_SECRET: is required with DATABASE_URL and must be the same for every instance; the current one is in DATA_DIR/app-secret",
  ];
}
