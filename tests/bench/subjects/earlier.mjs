// Simulates a clinic with and without offers of earlier times, and compares it with published figures for Epic's Fast
// Pass (JMIR 2024, e52071), and with patients who wait without a visit. Prints the seed; EARLIER_SEED sets it. Takes three
// minutes.
import { loadSimulation } from "../load-simulation.mjs";
import { withoutTarget } from "../rows.mjs";

const seed = Number(process.env.EARLIER_SEED ?? 2026);

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const percent = (part, whole) => (100 * part) / whole;

export async function measure() {
  const { simulate } = await loadSimulation("earlier/simulate");
  const { assumed, published } = await loadSimulation("earlier/assumptions");
  console.error(`seed ${seed}, assumed: ${JSON.stringify(assumed)}`);
  const without = await simulate(seed, { withOffers: false, withWaiting: false });
  const offered = await simulate(seed, { withOffers: true, withWaiting: false });
  const waiting = await simulate(seed, { withOffers: true, withWaiting: true });
  const figure = (name) => `earlier times, ${name}`;
  return [
    withoutTarget(
      figure("offers accepted (input)"),
      "%",
      percent(offered.accepted, offered.offers),
      100 * published.accepted,
    ),
    withoutTarget(
      figure("freed times filled by an offer; reference: Fast Pass"),
      "%",
      percent(offered.byOffer, offered.freed),
      100 * published.filled,
    ),
    withoutTarget(
      figure("median days gained; reference: Fast Pass"),
      "d",
      median(offered.gains),
      published.daysSooner,
    ),
    withoutTarget(
      figure("offers per accepted offer; reference: Fast Pass"),
      "offers",
      offered.offers / offered.accepted,
      1 / published.accepted,
    ),
    withoutTarget(
      figure("freed times filled in any way; reference: the same clinic without offers"),
      "%",
      percent(offered.filled, offered.freed),
      percent(without.filled, without.freed),
    ),
    withoutTarget(
      figure(
        "freed times filled by an offer, with patients who wait without a visit; reference: without them",
      ),
      "%",
      percent(waiting.byOffer, waiting.freed),
      percent(offered.byOffer, offered.freed),
    ),
    withoutTarget(
      figure(
        "freed times filled in any way, with patients who wait without a visit; reference: without them",
      ),
      "%",
      percent(waiting.filled, waiting.freed),
      percent(offered.filled, offered.freed),
    ),
    withoutTarget(
      figure("freed times taken by patients without a visit; reference: all freed times"),
      "times",
      waiting.byWaiting,
      waiting.freed,
    ),
    withoutTarget(
      figure("median days from booking to visit; reference: without offers"),
      "d",
      median(offered.waits),
      median(without.waits),
    ),
    withoutTarget(
      figure("times freed at least a day ahead; reference: without offers"),
      "times",
      offered.freed,
      without.freed,
    ),
  ];
}
