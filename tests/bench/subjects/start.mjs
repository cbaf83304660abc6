// Time from process start to the first response, and build time.
import { execFileSync } from "node:child_process";
import { root } from "../../../app/cli/prepare.mjs";
import { openClinic } from "../clinic.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const runs = 3;

export async function measure() {
  const rows = [];
  for (const scale of ["small", "large"]) {
    const more = { DEMO_SCALE: scale };
    const first = await openClinic(more);
    const times = [];
    let clinic = first;
    for (let run = 0; run < runs; run++) {
      await clinic.stop();
      clinic = await openClinic(more, { folder: first.folder });
      times.push(clinic.startedIn);
    }
    await clinic.stop();
    first.clear();
    rows.push(withoutTarget(`${scale} demo, first start to first response`, "s", first.startedIn));
    rows.push(atMost(0.5, `${scale} demo, fastest of ${runs} later starts`, "s", Math.min(...times)));
  }
  const began = performance.now();
  execFileSync(process.execPath, ["app/cli/build.mjs"], { cwd: root, stdio: "ignore" });
  rows.push(atMost(30, "build", "s", (performance.now() - began) / 1000));
  return rows;
}
