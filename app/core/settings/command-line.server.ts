/** How to call a command: through npm if npm started this process, otherwise the image's `firstnight` program. */
export function commandLine(name: string, args = ""): string {
  // Not a setting: npm sets it for every process it starts.
  const byNpm = process.env.npm_execpath !== undefined;
  if (!byNpm) return args ? `firstnight ${name} ${args}` : `firstnight ${name}`;
  return args ? `npm run ${name} -- ${args}` : `npm run ${name}`;
}
