// npm run test:contract: lints the published contract with Redocly, and runs a good call of every operation through
// Prism, which checks both ways. The tools (90 MB) come from npm once.
import "../../app/cli/current-node.mjs";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "../../app/cli/prepare.mjs";

const tools = ["@redocly/cli@2.77.0", "@stoplight/prism-cli@5.16.0"];

ensureInstalled();
ensureBuilt();
const folder = join(root, ".cache/contract", tools.join("+").replace(/[^\w.+-]/g, "_"));
if (!existsSync(join(folder, "package-lock.json"))) {
  execFileSync(
    "npm",
    ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", ...tools],
    {
      stdio: "inherit",
    },
  );
}
run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "tests/http/openapi.http.test.ts"], {
  CONTRACT_TOOLS: folder,
});
