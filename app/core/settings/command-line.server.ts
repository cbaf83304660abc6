/**
 * The command to show to users: through npm if npm started this process, otherwise the image's `firstnight` program.
 */
export function commandLine(name: string, args = ""): string {
  // npm sets this for each process that it starts. It isn't a setting.
  const byNpm = process.env.npm_execpath !== undefined;
  if (!byNpm) return args ? `firstnight ${name} ${args}` : `firstnight ${name}`;
  return args ? `npm run ${name} -- ${args}` : `npm run ${name}`;
}
