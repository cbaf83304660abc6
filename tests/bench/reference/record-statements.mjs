// Preloaded into the server to record each request's SQL statements for the reference server.
// `statements.json` has the reads of each request, `transactions` has the statements of each transaction.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serialize } from "node:v8";
import Database from "better-sqlite3";

const currentUrl = new AsyncLocalStorage();
const read = {};
const transactions = {};
/** The URL of the open transaction. There is only one at a time. */
let writing = null;

subscribe("http.server.request.start", ({ request }) => {
  read[request.url] = [];
  currentUrl.enterWith(request.url);
});
/** Transactions that share a commit are recorded separately. */
function end() {
  if (writing !== null) transactions[writing].push({ sql: "commit", values: [] });
  writing = null;
}
function record(statement) {
  const url = currentUrl.getStore();
  const [word] = statement.sql.split(" ", 1);
  if (["commit", "release", "rollback"].includes(word)) return end();
  if (word === "begin" || word === "savepoint") {
    end();
    if (url === undefined) return;
    writing = url;
    transactions[url] ??= [];
    transactions[url].push({ sql: "begin immediate", values: [] });
  } else if (url !== undefined) (writing === url ? transactions : read)[url].push(statement);
}
const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  for (const method of ["all", "run"]) {
    const original = statement[method];
    statement[method] = (...values) => {
      // Kysely passes the values as one array.
      record({ sql, values: values.flat() });
      return original.apply(statement, values);
    };
  }
  return statement;
};
process.once("exit", () => {
  writeFileSync(join(process.env.DATA_DIR, "statements.json"), JSON.stringify(read));
  writeFileSync(join(process.env.DATA_DIR, "transactions"), serialize(transactions));
});
