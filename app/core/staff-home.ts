/** The first page that a staff member sees after sign-in; null if none of their roles has one. */
export function homeOf(roles: readonly string[]): string | null {
  if (roles.includes("admin")) return "/admin";
  if (roles.includes("supervisor")) return "/supervisordashboard";
  if (roles.includes("therapist")) return "/therapist";
  return null;
}

export const listOf = (roles: readonly string[]): string =>
  roles.includes("admin") || roles.includes("supervisor") ? "/supervisordashboard" : "/therapist";
