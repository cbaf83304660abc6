import { createServer } from "node:http";
import { connect } from "node:net";
import { second } from "~/core/time";
import { migrateRemote } from "~/db/remote/migrate-remote.server";
import { ServerConnection } from "~/db/remote/server-connection.server";
import { listen } from "../free-port";
import type { Sqld } from "./start-sqld";

const template = "template";

/**
 * Starts a proxy for a libSQL server that creates a database for each new path: ws://127.0.0.1:PORT/any-name. The
 * server distinguishes databases by host name. Each database is a copy of a template with the current tables.
 *
 * @returns the URL of the proxy
 */
export async function serveManyDatabases(server: Sqld): Promise<string> {
  const created = new Map<string, Promise<unknown>>();
  const create = async (name: string) => {
    await (name === template ? server.make(name) : server.copy(template, name));
    await server.setDurability("strong", name);
  };
  const front = createServer();
  front.on("upgrade", async (request, socket, head) => {
    const name = (request.url ?? "/").slice(1);
    if (!created.has(name)) created.set(name, create(name));
    await created.get(name);
    const headers = Object.entries({ ...request.headers, host: `${name}.localhost` });
    const behind = connect({ port: server.ports.http, host: "127.0.0.1", noDelay: true }, () => {
      behind.write(`GET / HTTP/1.1\r\n${headers.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on("error", () => {}).on("close", () => socket.destroy());
    socket.on("error", () => {}).on("close", () => behind.destroy());
  });
  front.unref();
  const url = `ws://127.0.0.1:${await listen(front)}`;
  const connection = new ServerConnection({ url: `${url}/${template}`, token: null }, 20 * second);
  await migrateRemote(connection);
  await connection.close();
  return url;
}
