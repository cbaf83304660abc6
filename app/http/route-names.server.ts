/** The pattern of a path, as `/visits/:id/cancel`: what may be told of an address without telling whose. */
export type RouteName = (path: string) => string;

/** "/visits/:id" for "visits/:id", as the routes table writes it. */
export const patternOf = (path: string | undefined) => `/${(path ?? "").replace(/^\//, "")}`;

const literals = (pattern: string) => pattern.split("/").filter((part) => part && !/^[:*]/.test(part)).length;

/**
 * Knows the routes of the build by their paths; files are one name, and what no route meant is "other".
 *
 * @param routes the paths of the routes table, without the leading slash
 */
export function routeNames(routes: readonly (string | undefined)[]): RouteName {
  const patterns = [...new Set(routes.map(patternOf))].filter((pattern) => !pattern.includes("*"));
  const plain = new Set(patterns.filter((pattern) => !pattern.includes(":")));
  const others = patterns
    .filter((pattern) => pattern.includes(":"))
    .sort((a, b) => literals(b) - literals(a))
    .map((pattern) => ({ pattern, fits: expressionOf(pattern) }));
  return (path) => {
    const bare =
      path
        .split(/[?#]/, 1)[0]
        ?.replace(/(?<=.)\/+$/, "")
        .replace(/\.data$/, "") ?? "/";
    if (plain.has(bare)) return bare;
    const found = others.find(({ fits }) => fits.test(bare));
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
