/** A command that was called with too few arguments, too many or unknown ones: how it is called is shown. */
export class UsageError extends Error {}

/** The one argument that a command takes; its name in capitals is what is missing otherwise. */
export function requireOneArgument([given, ...more]: string[], name: string): string {
  if (!given) throw new UsageError(`${name} is missing.`);
  if (more.length > 0) {
    throw new UsageError(
      `There is more than ${name}: "${more.join(" ")}". Words with spaces stand between quotes.`,
    );
  }
  return given;
}

/** The options that a command can't do without. */
export function checkOptions(values: Record<string, unknown>, ...names: string[]): void {
  const missing = names.filter((name) => !values[name]).map((name) => `--${name}`);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(", ")}`);
}
