import { existsSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "~/boot/app.server";
import { checkSecret } from "~/boot/check-secret.server";
import { type Config, ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import { keepSecret, keepToOwner } from "~/core/settings/data-folder.server";
import { fileErrorMessage } from "~/core/settings/file-error-message";
import { expectWholeRestore } from "~/operations/backup/interrupted-restore.server";
import { type Command, commands } from "./commands";
import { UsageError } from "./usage-error";

export async function main([name = "help", ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    const isHelp = /^(-h|(--)?help)$/.test(name);
    (isHelp ? console.log : console.error)(listCommands(isHelp ? null : name));
    return isHelp ? 0 : 2;
  }
  keepToOwner();
  try {
    if (!command.arguments && args.length > 0)
      throw new UsageError(`This command doesn't take arguments: "${args.join(" ")}".`);
    return await run(
      command,
      readConfig({ LOG_LEVEL: "warn", ...process.env }, command.on === "restored file"),
      args,
    );
  } catch (error) {
    const problem = usageProblem(error);
    if (problem !== null) {
      console.error(`${problem}\n${commandLine(name, command.arguments)}`);
      return 2;
    }
    const message =
      error instanceof Refusal || error instanceof ConfigError ? error.message : fileErrorMessage(error);
    if (message === null) throw error;
    console.error(message);
    return 1;
  }
}

function listCommands(unknown: string | null): string {
  const lines = Object.entries(commands).map(
    ([name, { arguments: args, description }]) => `  ${commandLine(name, args)}\n      ${description}`,
  );
  return [...(unknown === null ? [] : [`There is no command "${unknown}".`]), "Commands:", ...lines].join(
    "\n",
  );
}

function usageProblem(error: unknown): string | null {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")))
    return null;
  // The rest of Node's message is about arguments that begin with a dash, which no command takes.
  return `${error.message.split(". ")[0]}.`;
}

async function run(command: Command, config: Config, args: string[]): Promise<number> {
  const { on } = command;
  if (config.database && (on === "file" || on === "new file" || on === "restored file")) {
    throw new Refusal(
      "conflict",
      "This command uses the database file in DATA_DIR, but the database is on a server and is backed up there (docs/scaling.md). To use the file anyway, unset DATABASE_URL.",
    );
  }
  if (!config.database && (on === "file" || on === "app")) {
    expectWholeRestore(config.dataDir);
    expectDatabase(config.dataDir);
  }
  if (command.on !== "app") return (await command.load())(config, args);
  const load = command.load;
  return withApp(config, async (app) => (await load())(app, args));
}

/** Otherwise the command would create an empty database and report no problems. */
function expectDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, "firstnight.db"))) return;
  throw new Refusal(
    "missing",
    `There is no database in ${dataDir}. Firstnight creates it when it first starts. If it is elsewhere, set DATA_DIR to that folder.`,
  );
}

async function withApp(config: Config, work: (app: App) => Promise<number>): Promise<number> {
  const app = openApp(config);
  try {
    await checkSecret(app);
    keepSecret(config);
    await app.settings.load();
    return await work(app);
  } finally {
    await app.close();
  }
}
