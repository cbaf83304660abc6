// Loaded before the server: notes which statements each request runs, so that the reference runs the same.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

const asked = new AsyncLocalStorage();
const statementsOf = {};

subscribe("http.server.request.start", ({ request }) => {
  statementsOf[request.url] = [];
  asked.enterWith(request.url);
});
const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  const all = statement.all;
  statement.all = (...values) => {
    // Kysely hands the values over as one list.
    statementsOf[asked.getStore()]?.push({ sql, values: values.flat() });
    return all.apply(statement, values);
  };
  return statement;
};
process.once("exit", () =>
  writeFileSync(join(process.env.DATA_DIR, "statements.json"), JSON.stringify(statementsOf)),
);
