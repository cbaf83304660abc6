import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { atEnd } from "./cleanup";
import { scratchFolder } from "./scratch";

/** The folder with the tools for `npm run test:contract`. Undefined in other runs. */
export const contractTools = process.env.CONTRACT_TOOLS;

const nodeModules = join(contractTools ?? "", "node_modules");

interface ToolResult {
  code: number | null;
  output: string;
}

function runTool(script: string, args: string[], ready?: string) {
  const child = spawn(process.execPath, [join(nodeModules, script), ...args], {
    env: { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  let output = "";
  const ended = new Promise<ToolResult>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (ready && output.includes(ready)) resolve({ code: null, output });
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code, output }));
  });
  return { child, ended };
}

function writeContract(contract: object): string {
  const path = join(scratchFolder(), "openapi.json");
  writeFileSync(path, JSON.stringify(contract));
  return path;
}

/** Checks a contract with Redocly's recommended rules. */
export async function lintContract(contract: object): Promise<ToolResult> {
  return runTool("@redocly/cli/bin/cli.js", ["lint", writeContract(contract)]).ended;
}

/** Starts Prism as a proxy that returns an error for a request or response that violates the contract. */
export async function startContractProxy(contract: object, port: number, upstream: string): Promise<void> {
  const options = ["--errors", "--host", "127.0.0.1", "--port", String(port)];
  const { child, ended } = runTool(
    "@stoplight/prism-cli/dist/index.js",
    ["proxy", writeContract(contract), upstream, ...options],
    "Prism is listening",
  );
  atEnd(() => child.kill());
  const { code, output } = await ended;
  if (code !== null) throw new Error(`Prism exited: ${output}`);
}
