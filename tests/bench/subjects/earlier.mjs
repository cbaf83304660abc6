// A simulated clinic with the product's own offers of earlier times and without, compared with the published figures of
// Epic's Fast Pass (JMIR 2024, e52071). The seed is printed; EARLIER_SEED sets another. Takes two minutes.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../../app/cli/prepare.mjs";
import { shown } from "../rows.mjs";

const seed = Number(process.env.EARLIER_SEED ?? 2026);

/** The simulation uses the product's modules, which import each other as "~/…". */
async function load(name) {
  const outfile = join(root, `build/bench-${name}.mjs`);
  await build({
    entryPoints: [join(root, `tests/bench/earlier/${name}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    packages: "external",
    alias: { "~": join(root, "app") },
    jsx: "automatic",
  });
  return import(pathToFileURL(outfile).href);
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const percent = (part, whole) => (100 * part) / whole;

export async function measure() {
  const { simulate } = await load("simulate");
  const { assumed, published } = await load("assumptions");
  console.error(`seed ${seed}, assumed: ${JSON.stringify(assumed)}`);
  const without = await simulate(seed, false);
  const offered = await simulate(seed, true);
  const figure = (name) => `earlier times, ${name}`;
  return [
    shown(
      figure("offers accepted (given)"),
      "%",
      percent(offered.accepted, offered.offers),
      100 * published.accepted,
    ),
    shown(
      figure("freed times filled by an offer; reference: Fast Pass"),
      "%",
      percent(offered.byOffer, offered.freed),
      100 * published.filled,
    ),
    shown(
      figure("days sooner, median; reference: Fast Pass"),
      "d",
      median(offered.gains),
      published.daysSooner,
    ),
    shown(
      figure("offers per accepted one; reference: Fast Pass"),
      "offers",
      offered.offers / offered.accepted,
      1 / published.accepted,
    ),
    shown(
      figure("freed times used at all; reference: the same clinic without offers"),
      "%",
      percent(offered.filled, offered.freed),
      percent(without.filled, without.freed),
    ),
    shown(
      figure("days from booking to visit, median; reference: without offers"),
      "d",
      median(offered.waits),
      median(without.waits),
    ),
    shown(
      figure("times freed a day ahead or more; reference: without offers"),
      "times",
      offered.freed,
      without.freed,
    ),
  ];
}
