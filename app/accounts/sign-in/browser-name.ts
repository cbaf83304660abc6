const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const first = (among: typeof browsers, agent: string) => among.find(([pattern]) => pattern.test(agent))?.[1];

export function browserName(agent: string | null): string {
  if (!agent) return "Unknown browser";
  const browser = first(browsers, agent) ?? "Another program";
  const system = first(systems, agent);
  return system ? `${browser} on ${system}` : browser;
}
