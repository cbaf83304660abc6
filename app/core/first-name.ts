/** "Ruth" for "Ruth Lee", "Lee, Ruth A." and "RUTH LEE"; null if there is no name. */
export function firstName(name: string | null): string | null {
  const given = name?.includes(",") ? name.slice(name.indexOf(",") + 1) : name;
  const first = given?.trim().split(/\s+/)[0];
  if (!first) return null;
  const isCapitals = first.length > 1 && first === first.toUpperCase();
  return isCapitals ? `${first.slice(0, 1)}${first.slice(1).toLowerCase()}` : first;
}
