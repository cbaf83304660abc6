// The reference for writes: runs Firstnight's recorded transactions directly through better-sqlite3.
import Database from "better-sqlite3";

/**
 * Opens a copy of the database with Firstnight's durability settings.
 *
 * @returns `run(transactions)`, which returns how many seconds the transactions took
 */
export function openBare(file) {
  const database = new Database(file);
  for (const setting of ["journal_mode = wal", "synchronous = full", "foreign_keys = on"])
    database.pragma(setting);
  database.pragma("cache_size = -32000");
  const prepared = new Map();
  const preparedOf = (sql) => {
    if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
    return prepared.get(sql);
  };
  return {
    run(transactions) {
      const began = performance.now();
      for (const statements of transactions) {
        for (const { sql, values } of statements) {
          const statement = preparedOf(sql);
          if (statement.reader) statement.all(...values);
          else statement.run(...values);
        }
      }
      return (performance.now() - began) / 1000;
    },
    close: () => database.close(),
  };
}
