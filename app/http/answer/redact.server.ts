// The parts of our addresses that let somebody in.
const secretSegments =
  /^(\/(?:schedule|track|reset-password|setup|api\/reset-password|api\/shortlink\/(?:bootstrap-schedule|timeline)))\/[^/]+/;

/** A path as the log may hold it: no query, no code, no token. */
export function redactPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? "/";
  return path
    .replace(secretSegments, "$1/…")
    .replace(/^(\/api\/appointments)\/[^/0-9][^/]*$/, "$1/…")
    .slice(0, 200);
}
