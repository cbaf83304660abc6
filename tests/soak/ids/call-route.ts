import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { App } from "~/boot/app.server";
import { stockRenderer } from "~/http/render/stock-renderer.server";
import { builtServer } from "../../support/server";

/** Numbers and names that identify a record in a path or a query. */
export type Id = Record<string, string | number | null>;

export type CallRoute = (token: string | undefined, id: Id) => Promise<string>;

const origin = "http://127.0.0.1";

const filled = (text: string, id: Id, encoded: (value: string) => string) =>
  text.replace(/:(id|pid|db|so|name)\b/g, (_, part: string) => encoded(String(id[part] ?? "")));

/** The loader or action of a route. */
async function handlerOf(verb: string, path: string) {
  const build = (await builtServer()).build as unknown as ServerBuild;
  const route = Object.values(build.routes).find((one) => `/${one?.path ?? ""}` === path);
  const handler = verb === "GET" ? route?.module.loader : route?.module.action;
  if (!handler) throw new Error(`Route not found: ${verb} ${path}.`);
  return handler;
}

/**
 * Calls a built route like Remix does for an HTTP request, without rendering or sending anything.
 *
 * @param route for example "POST /api/appointments/:id/complete", including the query string
 */
export async function routeCaller(
  app: App,
  route: string,
  fields: Record<string, string> = {},
): Promise<CallRoute> {
  const [verb = "", address = ""] = route.split(" ");
  const [path = ""] = address.split("?");
  const run = await handlerOf(verb, path);
  const context = {
    app,
    requestId: "test",
    nonce: "test",
    chain: [],
    gone: new AbortController().signal,
    apiRoutes: [],
    renderer: stockRenderer,
  };
  let calls = 0;
  return async (token, id) => {
    calls += 1;
    const body = Object.entries(fields).map(([name, value]) => [name, filled(value, id, (as) => as)]);
    const request = new Request(origin + filled(address, id, encodeURIComponent), {
      method: verb,
      headers: { ...(token && { cookie: `firstnight=${token}` }), "content-type": "application/json" },
      ...(verb !== "GET" && { body: JSON.stringify(Object.fromEntries(body)) }),
    });
    // Each request has a new address, because many IDs from one address are rate limited.
    const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    const params = path.includes(":id") ? { id: String(id.id) } : {};
    const requestContext = {
      ...context,
      address: from,
      replyHeaders: new Headers(),
    } as unknown as AppLoadContext;
    try {
      return await textOf(await run({ request, params, context: requestContext }));
    } catch (thrown) {
      return await textOf(thrown);
    }
  };
}

async function textOf(result: unknown): Promise<string> {
  if (result instanceof Error) throw result;
  if (result instanceof Response) {
    return `${result.status} ${result.headers.get("location") ?? ""}${await result.text()}`;
  }
  return JSON.stringify(result);
}
