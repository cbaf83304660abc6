/**
 * The command to show to users: an npm script if npm started this process, otherwise the image's `firstnight` program.
 */
export function commandLine(name: string, args = ""): string {
  // npm sets this for each process that it starts. It isn't one of our settings.
  const byNpm = process.env.npm_execpath !== undefined;
  if (!byNpm) return args ? `firstnight ${name} ${args}` : `firstnight ${name}`;
  return args ? `npm run ${name} -- ${args}` : `npm run ${name}`;
}
