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
  [what: string]: unknown;
}

const textOf = (name: string) => readFileSync(join(projectRoot, name), "utf8");
const example = parse(textOf("docs/examples/cells/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const main = parse(textOf("compose.yaml")) as { services: Record<string, Service> };
const { caddy, ...others } = example.services;
const isLitestream = (name: string) => name.endsWith("-litestream");
const cells = Object.fromEntries(Object.entries(others).filter(([name]) => !isLitestream(name)));
const copying = Object.entries(others).filter(([name]) => isLitestream(name));
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

test("in the example of two cells, each cell has its own image and its own Litestream, which Health asks", () => {
  const images = Object.values(cells).map(({ image }) => image);
  expect(new Set(images).size).toBe(images.length);
  expect(copying.map(([name]) => name)).toEqual(Object.keys(cells).map((name) => `${name}-litestream`));
  for (const [name, cell] of Object.entries(cells)) {
    const [, service] = copying.find(([other]) => other === `${name}-litestream`) ?? [];
    expect(service?.env_file).toEqual([{ path: `${name}.litestream.env`, required: false }]);
    expect(service?.volumes).toEqual([`${name}:/data`, `./${name}.litestream.yml:/etc/litestream.yml:ro`]);
    expect(cell.environment.LITESTREAM_METRICS).toBe(`http://${name}-litestream:9090/metrics`);
  }
});

test("in the example of two cells, each container is as closed as in compose.yaml", () => {
  const { build, image, env_file, environment, volumes, ...closed } = main.services.firstnight ?? {
    environment: {},
    volumes: [],
  };
  expect([build, image, env_file, environment, volumes].includes(undefined)).toBe(false);
  for (const cell of Object.values(cells)) expect(cell).toMatchObject(closed);
  for (const cell of Object.values(cells)) expect(cell).not.toHaveProperty("ports");
  expect(caddy?.ports).toEqual(main.services.caddy?.ports);
  const {
    env_file: own,
    volumes: mounts,
    depends_on,
    ...asClosed
  } = {
    ...main.services.litestream,
  };
  expect([own, mounts, depends_on].includes(undefined)).toBe(false);
  for (const [, service] of copying) expect(service).toMatchObject(asClosed);
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
  // One company's failure must not keep the other's pages from being served, so Caddy doesn't wait for healthy cells.
  expect(caddy?.depends_on).toEqual(Object.keys(cells));
  // Caddy itself runs with this file in the test of the proxy.
  expect(textOf("tests/proxy/run.mjs")).toContain("docs/examples/cells/Caddyfile");
});
