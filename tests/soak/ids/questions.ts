import Database from "better-sqlite3";
import { atEnd } from "../../support/cleanup";

/** A database query and its values. */
export interface RecordedQuery {
  sql: string;
  values: unknown[];
}

/** Records the queries to any database of this process until the end of the test, or of the file if no test is running. */
export function recordQueries(): RecordedQuery[] {
  const recorded: RecordedQuery[] = [];
  const database = new Database(":memory:");
  const statements = Object.getPrototypeOf(database.prepare("select 1")) as Database.Statement;
  database.close();
  for (const method of ["all", "get", "run", "iterate"] as const) {
    const original = statements[method] as (...values: unknown[]) => unknown;
    atEnd(() => Object.assign(statements, { [method]: original }));
    Object.assign(statements, {
      [method](this: Database.Statement, ...values: unknown[]) {
        recorded.push({ sql: this.source, values: values.flat() });
        return original.apply(this, values);
      },
    });
  }
  return recorded;
}
