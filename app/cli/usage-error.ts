/** A command that was called with too few arguments, too many or unknown ones: how it is called is shown. */
export class Mistyped extends Error {}

/** The one argument that a command takes; its name in capitals is what is missing otherwise. */
export function onlyOne([given, ...more]: string[], name: string): string {
  if (!given) throw new Mistyped(`${name} is missing.`);
  if (more.length > 0) {
    throw new Mistyped(
      `There is more than ${name}: "${more.join(" ")}". Words with spaces stand between quotes.`,
    );
  }
  return given;
}

/** The options that a command can't do without. */
export function expectOptions(values: Record<string, unknown>, ...names: string[]): void {
  const missing = names.filter((name) => !values[name]).map((name) => `--${name}`);
  if (missing.length > 0) throw new Mistyped(`Missing: ${missing.join(", ")}`);
}
