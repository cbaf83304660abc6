export type RouteName = (path: string) => string;

export const patternOf = (path: string | undefined) => `/${(path ?? "").replace(/^\//, "")}`;

const literals = (pattern: string) => pattern.split("/").filter((part) => part && !/^[:*]/.test(part)).length;

/** Uses "file" for files and "other" for unknown paths. */
export function routeNames(routes: readonly (string | undefined)[]): RouteName {
  const patterns = [...new Set(routes.map(patternOf))].filter((pattern) => !pattern.includes("*"));
  const plain = new Set(patterns.filter((pattern) => !pattern.includes(":")));
  const parameterized = patterns
    .filter((pattern) => pattern.includes(":"))
    .sort((a, b) => literals(b) - literals(a))
    .map((pattern) => ({ pattern, expression: expressionOf(pattern) }));
  return (path) => {
    const bare = path.split(/[?#]/, 1)[0]?.replace(/(?<=.)\/+$/, "") ?? "/";
    if (plain.has(bare)) return bare;
    const found = parameterized.find(({ expression }) => expression.test(bare));
    if (found) return found.pattern;
    return /^\/build\/|^\/[\w-]+\.\w+$/.test(bare) ? "file" : "other";
  };
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern
    .split("/")
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith(":")) return part.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
      return `/${part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    });
  return new RegExp(`^${parts.join("")}$`);
}
