import { type App, openApp } from "~/boot/app.server";
import { expectOwnSecret } from "~/boot/expect-own-secret.server";
import { type Config, ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { keepToOwner } from "~/core/settings/data-folder.server";

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

type StoreCommand = (config: Config, args: string[]) => Promise<number>;

/** Commands on the file in DATA_DIR, since they may put another in its place. */
const fileCommands: Record<string, StoreCommand> = {
  backup: async (config) => (await import("./commands/backup")).backup(config),
  restore: async (config, args) => (await import("./commands/restore")).restore(config, args),
  "restore:drill": async (config) => (await import("./commands/restore-drill")).restoreDrill(config),
  "secret:replace": async (config, args) =>
    (await import("./commands/secret-replace")).secretReplace(config, args),
  demo: async (config) => (await import("./commands/demo/demo")).demo(config),
  "demo:create": async (config) => (await import("./commands/demo/demo-create")).demoCreate(config),
};

/** Commands that open the store themselves, wherever it lies. */
const storeCommands: Record<string, StoreCommand> = {
  "company:import": async (config, args) =>
    (await import("./commands/company-import")).companyImport(config, args),
  "database:copy": async (config) => (await import("./commands/database-copy")).databaseCopy(config),
};

/** Runs one command beside a server or without one; returns the exit code. */
export async function main([name = "", ...args]: string[]): Promise<number> {
  const run = commandOf(name);
  if (!run) {
    const names = Object.keys({ ...commands, ...fileCommands, ...storeCommands });
    console.error(`Commands: ${names.join(", ")}`);
    return 2;
  }
  keepToOwner();
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

function commandOf(name: string): StoreCommand | undefined {
  const load = commands[name];
  if (load) return withApp(load);
  const onFile = fileCommands[name];
  if (!onFile) return storeCommands[name];
  return (config, args) => {
    if (!config.database) return onFile(config, args);
    throw new Refusal(
      "conflict",
      "This works on the database file in DATA_DIR, and the database lies on a server, which is backed up and restored there (docs/scaling.md). To work on the file all the same, unset DATABASE_URL.",
    );
  };
}

function withApp(load: () => Promise<Command>): StoreCommand {
  return async (config, args) => {
    const app = openApp(config);
    try {
      await expectOwnSecret(app);
      return await (await load())(app, args);
    } finally {
      await app.close();
    }
  };
}
