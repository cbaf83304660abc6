import Database from "better-sqlite3";

/** A database query and its values. */
export interface RecordedQuery {
  sql: string;
  values: unknown[];
}

/** Records all further queries to any database of this process. */
export function recordQueries(): RecordedQuery[] {
  const recorded: RecordedQuery[] = [];
  const database = new Database(":memory:");
  const statements = Object.getPrototypeOf(database.prepare("select 1")) as Database.Statement;
  database.close();
  for (const method of ["all", "get", "run", "iterate"] as const) {
    const original = statements[method] as (...values: unknown[]) => unknown;
    Object.assign(statements, {
      [method](this: Database.Statement, ...values: unknown[]) {
        recorded.push({ sql: this.source, values: values.flat() });
        return original.apply(this, values);
      },
    });
  }
  return recorded;
}
