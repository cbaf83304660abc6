import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { App } from "~/boot/app.server";
import { builtServer } from "../../support/server";

/** Values of a path or a query: numbers and names that lead to a record. */
export type Id = Record<string, string | number | null>;

export type Knock = (token: string | undefined, id: Id) => Promise<string>;

const origin = "http://127.0.0.1";

const filled = (text: string, id: Id, encoded: (value: string) => string) =>
  text.replace(/:(id|pid|db|so|name)\b/g, (_, part: string) => encoded(String(id[part] ?? "")));

/** The function that the build has behind an address, which Remix calls with each request to it. */
async function doorOf(verb: string, path: string) {
  const build = (await builtServer()).build as unknown as ServerBuild;
  const route = Object.values(build.routes).find((one) => `/${one?.path ?? ""}` === path);
  const door = verb === "GET" ? route?.module.loader : route?.module.action;
  if (!door) throw new Error(`There is no ${verb} ${path}.`);
  return door;
}

/**
 * Calls a route of the build as Remix does, with a request as it arrives over HTTP. Nothing is rendered or sent.
 *
 * @param door "POST /api/appointments/:id/complete", with a query where one belongs to it
 */
export async function openDoor(app: App, door: string, fields: Record<string, string> = {}): Promise<Knock> {
  const [verb = "", address = ""] = door.split(" ");
  const [path = ""] = address.split("?");
  const run = await doorOf(verb, path);
  const context = {
    app,
    requestId: "walk",
    nonce: "walk",
    chain: [],
    gone: new AbortController().signal,
    apiRoutes: [],
  };
  let knocks = 0;
  return async (token, id) => {
    knocks += 1;
    const body = Object.entries(fields).map(([name, value]) => [name, filled(value, id, (as) => as)]);
    const request = new Request(origin + filled(address, id, encodeURIComponent), {
      method: verb,
      headers: { ...(token && { cookie: `firstnight=${token}` }), "content-type": "application/json" },
      ...(verb !== "GET" && { body: JSON.stringify(Object.fromEntries(body)) }),
    });
    // Each request has a new address, because many ids from one address are rate limited.
    const from = `10.${(knocks >> 16) & 255}.${(knocks >> 8) & 255}.${knocks & 255}`;
    const params = path.includes(":id") ? { id: String(id.id) } : {};
    const asked = { ...context, address: from, replyHeaders: new Headers() } as unknown as AppLoadContext;
    try {
      return await told(await run({ request, params, context: asked }));
    } catch (refused) {
      return await told(refused);
    }
  };
}

async function told(answer: unknown): Promise<string> {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) {
    return `${answer.status} ${answer.headers.get("location") ?? ""}${await answer.text()}`;
  }
  return JSON.stringify(answer);
}
