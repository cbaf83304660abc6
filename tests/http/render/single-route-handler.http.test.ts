import { join } from "node:path";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { newToken } from "~/core/secrets.server";
import { fastRenderer } from "~/http/render/fast-renderer.server";
import { routeNames } from "~/http/route-names.server";
import { Client } from "../../support/client";
import { seedClinic, seedOrder, signInPatient } from "../../support/seed";
import { builtServer, startServer } from "../../support/server";

async function paths(): Promise<string[]> {
  const found: string[] = [];
  const config = (await import(/* @vite-ignore */ join(projectRoot, "remix.config.js"))).default;
  const route = (path: string) => found.push(path);
  config.routes((define: (with_: typeof route) => void) => define(route));
  return found;
}

/** Lists paths that match a pattern, with and without optional parts. */
const examplesOf = (path: string) => [
  path.replaceAll(/:[^/]+/g, "17").replace("*", "elsewhere"),
  path.replaceAll(/\/:[^/]+\?/g, "").replaceAll(/:[^/]+/g, "start"),
];

test("every path is matched to the same route as in Remix", async () => {
  const all = await paths();
  const named = routeNames(all);
  const routes = all.map((path) => ({ path: `/${path.replace(/^\//, "")}` }));
  for (const address of all.flatMap(examplesOf).map((one) => `/${one.replace(/^\//, "")}`)) {
    const name = named(address);
    if (name === "other" || name === "file") continue;
    expect(`${address} ${name}`).toBe(`${address} ${matchRoutes(routes, address)?.at(-1)?.route.path}`);
  }
});

const { app, url } = await startServer();
await seedClinic(app);
const { build } = await builtServer();

/** Returns a build with two failing pages. One fails in its loader, the other while rendering. */
function withFaults(): ServerBuild {
  const fail = () => {
    throw new Error("Out of order.");
  };
  const modules = {
    reading: { loader: fail, default: () => null },
    drawing: { loader: () => null, default: fail },
  };
  const routes = { ...build.routes } as Record<string, unknown>;
  const assets = { ...build.assets.routes } as Record<string, unknown>;
  for (const [id, module] of Object.entries(modules)) {
    routes[id] = { id, parentId: "root", path: id, module };
    assets[id] = { id, parentId: "root", path: id, hasLoader: true, module: "" };
  }
  return { ...build, routes, assets: { ...build.assets, routes: assets } } as ServerBuild;
}

/** Returns a handler's response to a patient, without the keys that change with each response. */
async function responseOf(handler: RequestHandler, path: string, cookie: string) {
  const replyHeaders = new Headers();
  const faults: unknown[] = [];
  const log = { ...app.log, error: (about: unknown) => faults.push(about) };
  const request = new Request(url + path, { headers: { cookie } });
  const response = await handler(request, {
    app: { ...app, log } as unknown as typeof app,
    requestId: "one",
    nonce: "n",
    address: "127.0.0.1",
    chain: [],
    replyHeaders,
    gone: new AbortController().signal,
    apiRoutes: [],
    renderer: fastRenderer,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: replyHeaders.getSetCookie().map((one) => one.split("=", 1)),
    text: text.replace(/[\da-f-]{36}/g, "key"),
    faults: faults.length,
  };
}

test("the fast handler responds the same as Remix for all users, missing pages, and errors", async () => {
  const faulty = withFaults();
  const names = routeNames(Object.values(faulty.routes).map((route) => route?.path));
  const ours = fastRenderer.createHandler(faulty, names);
  const remix = createRequestHandler(faulty, "production");
  const client = new Client(url);
  const order = await seedOrder(app, { step: 5 });
  const patient = await signInPatient(app, client, order.id);
  const pages = ["/", "/login", "/schedule", "/schedule/nothing", "/my-visit", "/track", "/track/nothing"];
  for (const cookie of [`firstnight=${patient}`, `firstnight=${newToken()}`, ""]) {
    for (const path of [...pages, "/logout", "/appointments", "/visits/1/cancel", "/reading", "/drawing"]) {
      const expected = await responseOf(remix, path, cookie);
      expect({ path, ...(await responseOf(ours, path, cookie)) }).toEqual({ path, ...expected });
    }
  }
  expect(await responseOf(ours, "/drawing", "")).toMatchObject({ status: 500, faults: 1 });
});
