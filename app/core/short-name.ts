/**
 * "Alex B." from "Alex Morgan Baker" or "Baker, Alex"; null if there is no name. Enough to recognize a patient,
 * not enough to identify one.
 */
export function shortName(fullName: string | null): string | null {
  const [last = "", given] = (fullName ?? "").split(",", 2).map((part) => part.trim());
  const names = (given ? `${given} ${last}` : last).split(/\s+/).filter(Boolean);
  const [first, ...others] = names;
  if (!first) return null;
  const initial = [...(others.at(-1) ?? "")][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

/** "Ruth" for "Ruth Lee", "Lee, Ruth A." and "RUTH LEE"; null if there is no name. */
export function firstName(name: string | null): string | null {
  const given = name?.includes(",") ? name.slice(name.indexOf(",") + 1) : name;
  const first = given?.trim().split(/\s+/)[0];
  if (!first) return null;
  const isCapitals = first.length > 1 && first === first.toUpperCase();
  return isCapitals ? `${first.slice(0, 1)}${first.slice(1).toLowerCase()}` : first;
}
