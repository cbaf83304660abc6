import Database from "better-sqlite3";

/** A database query and its values. */
export interface Question {
  sql: string;
  values: unknown[];
}

/** Records every later query to any database of this process. */
export function noteQuestions(): Question[] {
  const noted: Question[] = [];
  const database = new Database(":memory:");
  const statements = Object.getPrototypeOf(database.prepare("select 1")) as Database.Statement;
  database.close();
  for (const how of ["all", "get", "run", "iterate"] as const) {
    const ask = statements[how] as (...values: unknown[]) => unknown;
    Object.assign(statements, {
      [how](this: Database.Statement, ...values: unknown[]) {
        noted.push({ sql: this.source, values: values.flat() });
        return ask.apply(this, values);
      },
    });
  }
  return noted;
}
