/** The days of a company's list, after which a patient without a visit is asked again. */
export function daysIn(json: string): number[] {
  // The file of a company from another installation can hold any text.
  try {
    const days: unknown = JSON.parse(json);
    return Array.isArray(days) ? days.filter((each) => Number.isInteger(each) && each > 0) : [];
  } catch {
    return [];
  }
}

/** The days of a form field like "1, 3, 7"; any other text as it is. */
export function daysTyped(typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  return words.every((word) => /^\d{1,4}$/.test(word)) ? words.map(Number) : typed;
}
