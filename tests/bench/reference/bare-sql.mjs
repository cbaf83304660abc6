// The reference for writes: the product's transactions, run directly through better-sqlite3.
import Database from "better-sqlite3";

/**
 * Opens a copy of the database and runs recorded transactions on it, as durable as the product's.
 *
 * @returns `run(transactions)`, which returns how many seconds they took
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
