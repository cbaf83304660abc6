import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "~/config.server";
import type { DemoFile } from "./demo-file.server";

const fileOf = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "demo.json");

export function writeDemoFile(config: Pick<Config, "dataDir">, file: DemoFile): string {
  const path = fileOf(config);
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`);
  renameSync(`${path}.new`, path);
  return path;
}

export function removeDemoFile(config: Pick<Config, "dataDir">): void {
  rmSync(fileOf(config), { force: true });
}

export function demoLines(file: DemoFile, path: string, connected: string | null): string[] {
  const patient = file.patients.find(({ access_code }) => access_code !== null);
  const booked = file.patients.find(({ step }) => step === 7);
  const kinds = new Map<string, DemoFile["staff"][number]>();
  for (const member of file.staff) {
    const roles = member.roles.join(" + ");
    if (!kinds.has(roles)) kinds.set(roles, member);
  }
  return [
    `Firstnight is running at ${file.base_url}`,
    "",
    "As a patient",
    ...(patient
      ? [
          `  enter code ${patient.access_code} at ${file.base_url}/`,
          `  or open the link ${file.base_url}/schedule/${patient.link_code}`,
        ]
      : []),
    ...(booked ? [`  with a visit: ${file.base_url}/track/${booked.link_code}`] : []),
    "",
    `As staff, at ${file.base_url}/login`,
    ...[...kinds].map(
      ([roles, { email, password }]) => `  ${roles.padEnd(22)} ${email.padEnd(36)} ${password}`,
    ),
    "",
    ...(connected
      ? [`Orders in ${connected} come from a simulated order system. Other databases hold imported orders.`]
      : []),
    `All codes, links and passwords: ${path}`,
    "Press Ctrl-C to stop. The data is kept for today. Tomorrow's demo starts over.",
  ];
}
