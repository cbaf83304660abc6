import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "~/db/open.server";

const variable = "TEST_TEMPLATE_DATABASE";

/** Migrates one empty database for the whole run. Tests start from a copy of it. */
export async function setup() {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-template-"));
  const file = join(folder, "firstnight.db");
  await openDatabase(file).close();
  process.env[variable] = file;
  return () => rmSync(folder, { recursive: true });
}

/** Copies the template into a folder that has no database yet. */
export function copyTemplateTo(dataDir: string): void {
  const template = process.env[variable];
  const file = join(dataDir, "firstnight.db");
  if (!template || existsSync(file)) return;
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(template, file);
}
