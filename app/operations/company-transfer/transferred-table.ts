import type { RawBuilder } from "kysely";
import type { Row, Tables } from "~/db/tables";

type Fields = Record<string, unknown>;

/** A table whose rows go along with their company. */
export interface TransferredTable {
  name: keyof Tables;
  /** Unique; rows are written in its order. Where it is `id`, they are numbered from 1 on. */
  key: string[];
  /** Which rows belong to the company. */
  of(company: number): RawBuilder<unknown>;
  /** Columns that hold the id of a row of another table. */
  points?: Record<string, keyof Tables>;
  /** Columns under this installation's secret, which travel open: their new names. */
  sealed?: Record<string, string>;
  /** Columns that stay behind: they follow from others, or open something. */
  without?: string[];
  /** What a row says in the file, where that differs. */
  told?(row: Fields): Fields;
}

/** A reminder is known by its visit's id, which is another number in the file and there. */
export function renumberedKey(row: Fields, from: unknown, to: unknown): Fields {
  const key = row.dedupe_key as Row<"outbox">["dedupe_key"] | undefined;
  return key && from !== null && to !== null
    ? { ...row, dedupe_key: key.replace(` ${from} `, ` ${to} `) }
    : row;
}
