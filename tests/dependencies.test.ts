import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import advisories from "./advisories.json";

interface Statement {
  vulnerability: { "@id": string; name: string };
  products: { "@id": string }[];
  status: string;
  justification: string;
  impact_statement: string;
}

const textOf = (file: string) => readFileSync(join(projectRoot, file), "utf8");
const { packages } = JSON.parse(textOf("package-lock.json")) as {
  packages: Record<string, { version?: string; dev?: boolean }>;
};
const { statements } = JSON.parse(textOf("docs/vex.json")) as { statements: Statement[] };

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Lists the versions of a package in the lockfile, with a version for each copy. */
const versionsOf = (name: string) =>
  Object.entries(packages).flatMap(([path, { version }]) =>
    version && nameOf(path) === name ? [version] : [],
  );

/** The package URL of a version, as scanners write it. */
const urlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

function isBefore(version: string, other: string): boolean {
  const [left, right] = [version, other].map((text) => text.split(/[.-]/).map(Number));
  const different = [0, 1, 2].find((part) => left?.[part] !== right?.[part]);
  return different !== undefined && Number(left?.[different]) < Number(right?.[different]);
}

/** Each advisory with each package in the lockfile that it affects, like `GHSA-1 pkg:npm/tar@6.2.1`. */
const found = advisories.flatMap(({ id, package: name, affected }) =>
  versionsOf(name)
    .filter((version) =>
      affected.some(([from = "", before = ""]) => !isBefore(version, from) && isBefore(version, before)),
    )
    .map((version) => `${id} ${urlOf(name, version)}`),
);

test("the lockfile has one copy of each router package, at the fixed version", () => {
  expect(versionsOf("@remix-run/router")).toEqual(["1.23.4"]);
  expect(versionsOf("react-router")).toEqual(["6.30.6"]);
  expect(versionsOf("react-router-dom")).toEqual(["6.30.6"]);
});

test("docs/vex.json explains each known advisory for each package in the lockfile, and no others", () => {
  const explained = statements.flatMap(({ vulnerability, products }) =>
    products.map((product) => `${vulnerability.name} ${product["@id"]}`),
  );
  expect(explained.toSorted()).toEqual([...new Set(found)].toSorted());
  expect(found).toContain("GHSA-67mh-4wv8-2f99 pkg:npm/esbuild@0.17.6");
});

test("each statement in docs/vex.json has a reason, and docs/security.md repeats it", () => {
  const security = textOf("docs/security.md");
  for (const { vulnerability, status, justification, impact_statement } of statements) {
    expect(status).toBe("not_affected");
    expect(justification).toMatch(/^(vulnerable_code_not_in_execute_path|inline_mitigations_already_exist)$/);
    expect(vulnerability["@id"]).toBe(`https://github.com/advisories/${vulnerability.name}`);
    expect(security).toContain(`| [${vulnerability.name}](${vulnerability["@id"]})`);
    expect(security).toContain(`| ${impact_statement} |`);
  }
});

test("only build packages are called build packages in docs/vex.json", () => {
  const buildOnly = statements.filter(({ impact_statement }) => impact_statement.includes("only to build"));
  const named = buildOnly.flatMap(({ products }) => products.map((product) => product["@id"]));
  const built = Object.entries(packages)
    .filter(([, { dev }]) => dev)
    .map(([path, { version = "" }]) => urlOf(nameOf(path), version));
  expect(named).toContain("pkg:npm/esbuild@0.17.6");
  expect(named.filter((url) => !built.includes(url))).toEqual([]);
});

test("no page uses the parts of React Router and Remix that run in the browser", () => {
  const imports = readdirSync(join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [
      ...textOf(join("app", file)).matchAll(
        /import (?:type )?\{([^}]*)\} from "(?:@remix-run\/react|react-router(?:-dom)?)"/g,
      ),
    ])
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim());
  expect(imports).toContain("useLoaderData");
  const inBrowser =
    /^(Await|Form|Link|NavLink|Navigate|PrefetchPageLinks|RemixBrowser|Scripts|ScrollRestoration|useFetchers?|useNavigat\w+|useSubmit)$/;
  expect(imports.filter((name) => inBrowser.test(name))).toEqual([]);
});
