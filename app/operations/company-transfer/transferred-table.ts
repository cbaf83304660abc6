import type { RawBuilder } from "kysely";
import type { Row, Tables } from "~/db/tables";

type Fields = Record<string, unknown>;

/**
 * `sealed` columns are transferred decrypted. `without` lists columns that are derived or that give access.
 */
export interface TransferredTable {
  name: keyof Tables;
  key: string[];
  of(company: number): RawBuilder<unknown>;
  points?: Record<string, keyof Tables>;
  sealed?: Record<string, string>;
  without?: string[];
  exported?(row: Fields): Fields;
}

/** A reminder's key contains the visit's ID, which differs between installations. */
export function renumberedKey(row: Fields, from: unknown, to: unknown): Fields {
  const key = row.dedupe_key as Row<"outbox">["dedupe_key"] | undefined;
  return key && from !== null && to !== null
    ? { ...row, dedupe_key: key.replace(` ${from} `, ` ${to} `) }
    : row;
}
