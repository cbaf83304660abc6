import { join, resolve } from "node:path";
import * as z from "zod";
import { day, hour, minute } from "../time";
import { whole } from "./values.server";

const units: Record<string, number> = { m: minute, h: hour, d: day };

/** "24h", "30m", "7d" or "off"; the output is milliseconds, or null for "off". */
const Interval = z
  .string()
  .default("24h")
  .transform((text, context): number | null => {
    if (text === "off") return null;
    const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
    if (Number(count) > 0) return Number(count) * (units[unit] ?? 0);
    context.addIssue({
      code: "custom",
      message: "must be a number of minutes, hours or days, like 30m, 24h or 7d, or off",
    });
    return z.NEVER;
  });

export const BackupEnvironment = z.object({
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: Interval,
  BACKUP_KEEP: whole(14, 1, 1000),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, "must have at least 12 characters")
    .max(1000, "must have at most 1,000 characters")
    .optional(),
});

export interface BackupSettings {
  dir: string;
  every: number | null;
  keep: number;
  passphrase: string | null;
}

export function backupSettings(env: z.infer<typeof BackupEnvironment>, dataDir: string): BackupSettings {
  return {
    dir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, "backups"),
    every: env.BACKUP_EVERY,
    keep: env.BACKUP_KEEP,
    passphrase: env.BACKUP_PASSPHRASE ?? null,
  };
}
