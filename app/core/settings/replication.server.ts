import * as z from "zod";

export const ReplicationEnvironment = z.object({
  REPLICATION: z.enum(["off", "litestream"], { error: "must be off or litestream" }).default("off"),
  LITESTREAM_METRICS: z
    .url({ protocol: /^https?$/, error: "must be an address, like http://127.0.0.1:9090/metrics" })
    .default("http://127.0.0.1:9090/metrics"),
  LITESTREAM_PATH: z.string().min(1).default("litestream"),
});

export interface ReplicationSettings {
  /** True if Litestream copies the database file continuously and decides when the write-ahead log is emptied. */
  isOn: boolean;
  /** The address of Litestream's figures, in the Prometheus format. */
  metricsUrl: string;
  /** The program that `standby:restore` runs. */
  program: string;
}

export function replicationSettings(env: z.infer<typeof ReplicationEnvironment>): ReplicationSettings {
  return {
    isOn: env.REPLICATION === "litestream",
    metricsUrl: env.LITESTREAM_METRICS,
    program: env.LITESTREAM_PATH,
  };
}
