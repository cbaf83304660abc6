import type Database from "better-sqlite3";
import type { SqliteDatabase } from "kysely";
import { LRUCache } from "lru-cache";

const maxStatements = 500;

// Bulk inserts have a different length each time and aren't worth caching.
const maxLength = 8000;

export function cacheStatements(database: Database.Database): SqliteDatabase {
  const cache = new LRUCache<string, Database.Statement>({ max: maxStatements });
  return {
    prepare(sql: string) {
      if (sql.length > maxLength) return database.prepare(sql);
      const cached = cache.get(sql);
      if (cached && !cached.busy) return cached;
      const statement = database.prepare(sql);
      if (!cached) cache.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  } as SqliteDatabase;
}
