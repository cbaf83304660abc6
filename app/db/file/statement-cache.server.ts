import type Database from "better-sqlite3";
import type { SqliteDatabase } from "kysely";
import { LRUCache } from "lru-cache";

const mostKept = 500;

// Rows inserted by the hundred make a text of their own each time, which is nothing to keep.
const longestKept = 8000;

/**
 * A database that keeps its statements prepared: preparing one costs more than most of them take to run.
 * One that is still being stepped through is not given out twice.
 */
export function cacheStatements(database: Database.Database): SqliteDatabase {
  const kept = new LRUCache<string, Database.Statement>({ max: mostKept });
  return {
    prepare(sql: string) {
      if (sql.length > longestKept) return database.prepare(sql);
      const held = kept.get(sql);
      if (held && !held.busy) return held;
      const statement = database.prepare(sql);
      if (!held) kept.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  } as SqliteDatabase;
}
