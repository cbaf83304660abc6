// npm run test:contract: lints the OpenAPI document with Redocly, and sends a valid request for every operation through
// Prism, which checks requests and responses. Downloads the tools (90 MB) from npm on the first run.
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
