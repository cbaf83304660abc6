import { type App, openApp } from "~/boot/app.server";
import { type Config, ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";

/** A command: its arguments in, its exit code out. */
type Command = (app: App, args: string[]) => Promise<number>;

const commands: Record<string, () => Promise<Command>> = {
  "audit:verify": async () => (await import("./commands/audit-verify")).auditVerify,
  "orders:import": async () => (await import("./commands/orders-import")).ordersImport,
  "keys:make": async () => (await import("./commands/keys-make")).keysMake,
  "codes:generate": async () => (await import("./commands/codes-generate")).codesGenerate,
  "codes:revoke": async () => (await import("./commands/codes-revoke")).codesRevoke,
  "company:export": async () => (await import("./commands/company-export")).companyExport,
  "users:link": async () => (await import("./commands/users-link")).usersLink,
  "visits:book": async () => (await import("./commands/visits-book")).visitsBook,
};

/** Commands that open the store themselves, since they may put another in its place. */
const storeCommands: Record<string, (config: Config, args: string[]) => Promise<number>> = {
  backup: async (config) => (await import("./commands/backup")).backup(config),
  restore: async (config, args) => (await import("./commands/restore")).restore(config, args),
  "restore:drill": async (config) => (await import("./commands/restore-drill")).restoreDrill(config),
  "company:import": async (config, args) =>
    (await import("./commands/company-import")).companyImport(config, args),
  demo: async (config) => (await import("./commands/demo")).demo(config),
  "demo:create": async (config) => (await import("./commands/demo-create")).demoCreate(config),
};

/** Runs one command beside a server or without one; returns the exit code. */
export async function main([name = "", ...args]: string[]): Promise<number> {
  const load = commands[name];
  const run = load ? withApp(load) : storeCommands[name];
  if (!run) {
    console.error(`Commands: ${Object.keys({ ...commands, ...storeCommands }).join(", ")}`);
    return 2;
  }
  try {
    return await run(readConfig({ LOG_LEVEL: "warn", ...process.env }), args);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError || isMistyped(error))) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Options of a command that are unknown or lack their value. */
function isMistyped(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

function withApp(load: () => Promise<Command>) {
  return async (config: Config, args: string[]): Promise<number> => {
    const app = openApp(config);
    try {
      return await (await load())(app, args);
    } finally {
      await app.close();
    }
  };
}
