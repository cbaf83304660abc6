import { expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { runCommand, runNode } from "../support/server";

test("if the database server is unreachable, the server shows an error and doesn't start", async () => {
  const host = `127.0.0.1:${await freePort()}`;
  const { code, output } = await runNode(["build/server.js"], {
    PORT: "0",
    DATABASE_URL: `ws://${host}`,
    DATABASE_AUTH_TOKEN: "a secret token",
  });
  expect(code).toBe(1);
  expect(output).toContain(`The database server at ${host} can't be reached`);
  expect(output).toContain(
    "Check that it is running and reachable from this machine, and check DATABASE_URL and DATABASE_AUTH_TOKEN.",
  );
  expect(output).not.toContain("    at ");
  expect(output).not.toContain("a secret token");
});

test("startup lists conflicting database server settings", async () => {
  const { code, output } = await runNode(["build/server.js"], {
    DATABASE_URL: "https://database.example",
    APP_SECRET: "",
  });
  expect(code).toBe(1);
  expect(output).toContain(
    "DATABASE_URL: must be the address of a libSQL server, starting with ws:// or wss://",
  );
  expect(output).toContain("APP_SECRET: is required with DATABASE_URL and must be the same for every");
  const lonely = await runNode(["build/server.js"], {
    DATABASE_URL: "",
    DATABASE_REPLICA_URL: "ws://127.0.0.1:1",
  });
  expect(lonely.output).toContain("DATABASE_REPLICA_URL: can only be used with DATABASE_URL");
});

test("commands for the file in DATA_DIR fail if the database is on a server", async () => {
  for (const name of ["backup", "restore:drill", "demo:create"]) {
    const { code, output } = await runCommand([name], { DATABASE_URL: "ws://127.0.0.1:1" });
    expect(code, name).toBe(1);
    expect(output).toContain("the database is on a server and is backed up there");
  }
});
