import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * Runs a program of this folder with one JSON value on each line, and returns the value that it prints for each.
 * @throws if the program fails or prints fewer or more values
 */
export async function runPython(program: string, inputs: readonly unknown[]): Promise<unknown[]> {
  const child = spawn("/usr/bin/python3", [join(import.meta.dirname, program)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  const ended = once(child, "close");
  const output = text(child.stdout);
  child.stdin.end(inputs.map((input) => `${JSON.stringify(input)}\n`).join(""));
  const [code] = await ended;
  const values = (await output).trimEnd().split("\n");
  if (code !== 0 || values.length !== inputs.length) {
    throw new Error(`${program} ended with ${code} and printed ${values.length} of ${inputs.length} values`);
  }
  return values.map((value) => JSON.parse(value));
}
