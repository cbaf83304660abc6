import { join } from "node:path";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { routeNames } from "~/http/route-names.server";

async function paths(): Promise<string[]> {
  const found: string[] = [];
  const config = (await import(/* @vite-ignore */ join(projectRoot, "remix.config.js"))).default;
  const route = (path: string) => found.push(path);
  config.routes((define: (with_: typeof route) => void) => define(route));
  return found;
}

/** Addresses that a pattern stands for: with and without what may be left out. */
const examplesOf = (path: string) => [
  path.replaceAll(/:[^/]+/g, "17").replace("*", "elsewhere"),
  path.replaceAll(/\/:[^/]+\?/g, "").replaceAll(/:[^/]+/g, "start"),
];

test("an address has the route that Remix gives it, wherever it is named by its own", async () => {
  const all = await paths();
  const named = routeNames(all);
  const routes = all.map((path) => ({ path: `/${path.replace(/^\//, "")}` }));
  for (const address of all.flatMap(examplesOf).map((one) => `/${one.replace(/^\//, "")}`)) {
    const name = named(address);
    if (name === "other" || name === "file") continue;
    expect(`${address} ${name}`).toBe(`${address} ${matchRoutes(routes, address)?.at(-1)?.route.path}`);
  }
});
