type Fields = Record<string, string | number | null | undefined>;

/** Leaves out empty fields and fields with their default value. */
export function listHref(path: string, fields: Fields, defaults: Fields = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== "" && value !== defaults[name]) {
      query.set(name, String(value));
    }
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
