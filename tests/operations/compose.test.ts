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

const file = parse(textOf("compose.yaml")) as {
  services: Record<"firstnight" | "caddy", Service>;
  volumes: Record<string, null>;
};
const { firstnight, caddy } = file.services;
const DOMAIN = "visits.clinic.example";

/** A service's environment variables, with the domain from .env filled in as Docker does. */
const environmentOf = ({ environment }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{DOMAIN[^}]*\}/, DOMAIN)]),
  );

/** The arguments of an instruction in the Dockerfile's last stage. */
const imageLine = (word: string) =>
  [
    ...(textOf("Dockerfile").split("\nFROM ").at(-1) ?? "").matchAll(
      new RegExp(`^${word} ((?:.*\\\\\n)*.*)`, "gm"),
    ),
  ].map(([, rest]) => rest);

test("in compose.yaml, Firstnight writes only to one volume and /tmp, as an unprivileged user", () => {
  expect(firstnight).toMatchObject({
    build: ".",
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    volumes: ["data:/data"],
  });
  expect(Object.keys(file.volumes)).toContain("data");
  expect(imageLine("VOLUME")).toEqual(["/data"]);
  expect(imageLine("USER")).toEqual(["10001:10001"]);
  for (const property of ["user", "privileged", "cap_add", "devices", "network_mode", "pid"]) {
    expect(firstnight).not.toHaveProperty(property);
  }
});

test("in compose.yaml, only Caddy is reachable from outside, and it starts after Firstnight's health check passes", () => {
  expect(firstnight).not.toHaveProperty("ports");
  expect(caddy.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  expect(caddy.depends_on).toEqual({ firstnight: { condition: "service_healthy" } });
  expect(firstnight).not.toHaveProperty("healthcheck");
  expect(imageLine("HEALTHCHECK").join()).toContain("/healthz");
  for (const service of [firstnight, caddy]) expect(service.restart).toBe("unless-stopped");
});

test("in compose.yaml, Caddy has the tested Caddyfile and everything it needs", () => {
  expect(caddy.volumes).toContain("./Caddyfile:/etc/caddy/Caddyfile:ro");
  expect(textOf("tests/proxy/run.mjs")).toMatch(/import \$\{root\}\/Caddyfile/);
  const variables = [...textOf("Caddyfile").matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(caddy.environment).sort()).toEqual(variables.sort());
  const { PORT } = environmentOf(firstnight);
  expect(environmentOf(caddy)).toEqual({ DOMAIN, UPSTREAM: `firstnight:${PORT}` });
  expect(imageLine("EXPOSE")).toEqual([PORT]);
});

test("compose.yaml sets known settings, and firstnight.env cannot disconnect Caddy or the volume", () => {
  const settings = environmentOf(firstnight);
  for (const name of Object.keys(settings)) {
    expect(textOf("docs/commands-and-settings.md")).toContain(`\`${name}\``);
  }
  const copied = { HOST: "127.0.0.1", PORT: "8080", DATA_DIR: "/var/lib/firstnight", TRUST_PROXY: "0" };
  const config = readConfig({ NODE_ENV: "production", ...copied, ...settings, DATA_DIR: scratchFolder() });
  expect(config).toMatchObject({
    publicUrl: `https://${DOMAIN}`,
    https: true,
    host: "0.0.0.0",
    port: 3000,
    trustProxy: 1,
  });
  expect(settings.DATA_DIR).toBe(imageLine("VOLUME")[0]);
  expect(firstnight.env_file).toEqual([{ path: "firstnight.env", required: false }]);
  for (const kept of [".env", "firstnight.env"]) {
    expect(textOf(".gitignore").split("\n"), "secrets must not be committed").toContain(kept);
    expect(textOf(".dockerignore").split("\n"), "secrets must not be in the image").toContain(kept);
  }
});

test("docker stop waits longer than the server needs to shut down, and the volume holds the database", () => {
  expect(Number.parseInt(String(firstnight.stop_grace_period), 10)).toBeGreaterThanOrEqual(15);
  expect(firstnight.init).toBe(true);
});
