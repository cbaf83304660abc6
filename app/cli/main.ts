import { type App, openApp } from "~/boot/app.server";
import { ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";

/** A command: its arguments in, its exit code out. */
type Command = (app: App, args: string[]) => Promise<number>;

const commands: Record<string, () => Promise<Command>> = {
  "codes:generate": async () => (await import("./commands/codes-generate")).codesGenerate,
  "codes:revoke": async () => (await import("./commands/codes-revoke")).codesRevoke,
  "visits:book": async () => (await import("./commands/visits-book")).visitsBook,
};

/** Runs one command beside a server or without one; returns the exit code. */
export async function main([name = "", ...args]: string[]): Promise<number> {
  const load = commands[name];
  if (!load) {
    console.error(`Commands: ${Object.keys(commands).join(", ")}`);
    return 2;
  }
  let app: App | undefined;
  try {
    app = openApp(readConfig({ LOG_LEVEL: "warn", ...process.env }));
    return await (await load())(app, args);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError || isMistyped(error))) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await app?.close();
  }
}

/** Options of a command that are unknown or lack their value. */
function isMistyped(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
