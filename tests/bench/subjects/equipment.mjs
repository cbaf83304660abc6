// Simulates a year of a clinic whose boxes are sometimes late, without the equipment setting, with "inform", and with
// "require": visits held without equipment, and the texts sent. Prints the seed; EQUIPMENT_SEED sets it.

import { loadSimulation } from "../load-simulation.mjs";
import { withoutTarget } from "../rows.mjs";

const seed = Number(process.env.EQUIPMENT_SEED ?? 2026);

export async function measure() {
  const { simulate, assumed } = await loadSimulation("equipment/simulate");
  console.error(`seed ${seed}, assumed: ${JSON.stringify(assumed)}`);
  const before = await simulate(seed, "off");
  const rows = [];
  for (const setting of ["inform", "require"]) {
    const after = await simulate(seed, setting);
    const figure = (name) => `equipment, "${setting}", ${name}; reference: setting off`;
    rows.push(
      withoutTarget(
        figure("visits held without equipment in a year"),
        "visits",
        after.withoutEquipment,
        before.withoutEquipment,
      ),
      withoutTarget(figure("visits in a year"), "visits", after.visits, before.visits),
      withoutTarget(
        figure("texts about equipment in a year"),
        "texts",
        after.texts,
        before.texts || undefined,
      ),
      withoutTarget(figure("mean days from the order to the visit"), "d", after.wait, before.wait),
    );
  }
  return rows;
}
