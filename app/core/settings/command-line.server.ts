/**
 * How whoever runs this process calls one of its commands: by npm where that started it, otherwise by the program
 * `firstnight`, which the image brings and docs/guide.md sets up.
 */
export function commandLine(name: string, args = ""): string {
  // Not a setting: npm leaves it for whatever it starts.
  const byNpm = process.env.npm_execpath !== undefined;
  if (!byNpm) return args ? `firstnight ${name} ${args}` : `firstnight ${name}`;
  return args ? `npm run ${name} -- ${args}` : `npm run ${name}`;
}
