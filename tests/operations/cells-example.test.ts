import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "~/config.server";
import { projectRoot } from "~/core/root.server";
import { scratchFolder } from "../support/scratch";

interface Service {
  environment: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
  [what: string]: unknown;
}

const textOf = (name: string) => readFileSync(join(projectRoot, name), "utf8");
const example = parse(textOf("docs/examples/cells/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const main = parse(textOf("compose.yaml")) as { services: Record<string, Service> };
const { caddy, ...cells } = example.services;
const domains: Record<string, string> = {
  RESTWELL_DOMAIN: "visits.restwell.example",
  CALM_DOMAIN: "visits.calm.example",
};

/** A service's environment variables, with the domains from .env filled in as Docker does. */
const environmentOf = ({ environment }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)[^}]*\}/, (_, variable: string) => domains[variable] ?? ""),
    ]),
  );

test("in the example of two cells, each company has its own volume, settings, and domain", () => {
  expect(Object.keys(cells)).toEqual(["restwell", "calm"]);
  const configs = Object.entries(cells).map(([name, cell]) => {
    expect(cell.volumes).toEqual([`${name}:/data`]);
    expect(Object.keys(example.volumes)).toContain(name);
    expect(cell.env_file).toEqual([{ path: `${name}.env`, required: false }]);
    expect(environmentOf(cell).DATA_DIR).toBe("/data");
    return readConfig({ NODE_ENV: "production", ...environmentOf(cell), DATA_DIR: scratchFolder() });
  });
  expect(configs.map(({ publicUrl }) => publicUrl)).toEqual(
    Object.values(domains).map((domain) => `https://${domain}`),
  );
});

test("in the example of two cells, each container is as closed as in compose.yaml", () => {
  const { build, env_file, environment, volumes, ...closed } = main.services.firstnight ?? {
    environment: {},
    volumes: [],
  };
  expect([build, env_file, environment, volumes].includes(undefined)).toBe(false);
  for (const cell of Object.values(cells)) expect(cell).toMatchObject(closed);
  for (const cell of Object.values(cells)) expect(cell).not.toHaveProperty("ports");
  expect(caddy?.ports).toEqual(main.services.caddy?.ports);
});

test("in the example of two cells, Caddy leads each domain to its own container", () => {
  const variables = [...textOf("docs/examples/cells/Caddyfile").matchAll(/\{\$(\w+)\}/g)].map(
    ([, name]) => name,
  );
  const environment = caddy ? environmentOf(caddy) : {};
  expect(Object.keys(environment)).toEqual(variables);
  expect(environment).toEqual({
    ...domains,
    RESTWELL_UPSTREAM: `restwell:${cells.restwell?.environment.PORT}`,
    CALM_UPSTREAM: `calm:${cells.calm?.environment.PORT}`,
  });
  expect(Object.keys(caddy?.depends_on ?? {})).toEqual(Object.keys(cells));
  // Caddy itself runs with this file in the test of the proxy.
  expect(textOf("tests/proxy/run.mjs")).toContain("docs/examples/cells/Caddyfile");
});
