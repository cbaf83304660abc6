import { existsSync } from "node:fs";
import { join } from "node:path";
import { type App, openApp } from "~/boot/app.server";
import { checkSecret } from "~/boot/check-secret.server";
import { type Config, ConfigError, readConfig } from "~/config.server";
import { Refusal } from "~/core/refusal";
import { commandLine } from "~/core/settings/command-line.server";
import { keepToOwner } from "~/core/settings/data-folder.server";
import { fileErrorMessage } from "~/core/settings/file-error-message";
import { type Command, commands } from "./commands";
import { UsageError } from "./usage-error";

/** Runs one command beside a server or without one; returns the exit code. */
export async function main([name = "help", ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    const isAsked = /^(-h|(--)?help)$/.test(name);
    (isAsked ? console.log : console.error)(everyCommand(isAsked ? null : name));
    return isAsked ? 0 : 2;
  }
  keepToOwner();
  try {
    if (!command.takes && args.length > 0)
      throw new UsageError(`It takes no arguments: "${args.join(" ")}".`);
    return await run(command, readConfig({ LOG_LEVEL: "warn", ...process.env }), args);
  } catch (error) {
    const mistake = mistakeIn(error);
    if (mistake !== null) {
      console.error(`${mistake}\n${commandLine(name, command.takes)}`);
      return 2;
    }
    const words =
      error instanceof Refusal || error instanceof ConfigError ? error.message : fileErrorMessage(error);
    if (words === null) throw error;
    console.error(words);
    return 1;
  }
}

function everyCommand(unknown: string | null): string {
  const lines = Object.entries(commands).map(
    ([name, { takes, does }]) => `  ${commandLine(name, takes)}\n      ${does}`,
  );
  return [...(unknown === null ? [] : [`There is no command "${unknown}".`]), "Commands:", ...lines].join(
    "\n",
  );
}

/** What was wrong with the arguments; null where it was something else. */
function mistakeIn(error: unknown): string | null {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")))
    return null;
  // What follows is about arguments that begin with a dash; none of ours does.
  return `${error.message.split(". ")[0]}.`;
}

async function run(command: Command, config: Config, args: string[]): Promise<number> {
  const { on } = command;
  if (config.database && (on === "file" || on === "new file")) {
    throw new Refusal(
      "conflict",
      "This works on the database file in DATA_DIR, and the database lies on a server, which is backed up and restored there (docs/scaling.md). To work on the file all the same, unset DATABASE_URL.",
    );
  }
  if (!config.database && (on === "file" || on === "app")) expectDatabase(config.dataDir);
  if (command.on !== "app") return (await command.load())(config, args);
  const load = command.load;
  return withApp(config, async (app) => (await load())(app, args));
}

/** An empty one would be made there otherwise, and everything found in order. */
function expectDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, "firstnight.db"))) return;
  throw new Refusal(
    "missing",
    `There is no database in ${dataDir}. Firstnight makes it when it first starts; where it lies elsewhere, set DATA_DIR to that folder.`,
  );
}

async function withApp(config: Config, work: (app: App) => Promise<number>): Promise<number> {
  const app = openApp(config);
  try {
    await checkSecret(app);
    return await work(app);
  } finally {
    await app.close();
  }
}
