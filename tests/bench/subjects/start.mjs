// From the start of the process to the first answer, and from sources to the built product.
import { execFileSync } from "node:child_process";
import { root } from "../../../app/cli/prepare.mjs";
import { openClinic } from "../clinic.mjs";
import { atMost } from "../rows.mjs";

const runs = 5;

export async function measure() {
  const rows = [];
  for (const scale of ["small", "large"]) {
    const times = [];
    for (let run = 0; run < runs; run++) times.push(await startOf(scale));
    rows.push(atMost(1.2, `${scale} demo, start to first answer`, "s", Math.min(...times)));
  }
  const began = performance.now();
  execFileSync(process.execPath, ["app/cli/build.mjs"], { cwd: root, stdio: "ignore" });
  rows.push(atMost(30, "build", "s", (performance.now() - began) / 1000));
  return rows;
}

async function startOf(scale) {
  const clinic = await openClinic({ DEMO_SCALE: scale });
  await clinic.stop();
  clinic.clear();
  return clinic.startedIn;
}
