/** A command was called with wrong arguments. Its usage is shown. */
export class UsageError extends Error {}

export function requireOneArgument([value, ...more]: string[], name: string): string {
  if (!value) throw new UsageError(`${name} is missing.`);
  if (more.length > 0) {
    throw new UsageError(
      `Unexpected arguments after ${name}: "${more.join(" ")}". Put values with spaces in quotes.`,
    );
  }
  return value;
}

export function checkOptions(values: Record<string, unknown>, ...names: string[]): void {
  const missing = names.filter((name) => !values[name]).map((name) => `--${name}`);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(", ")}`);
}
