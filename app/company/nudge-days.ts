/** Parses the company's list of days after which a patient without a visit gets a reminder. */
export function daysIn(json: string): number[] {
  // A company file from another installation can contain anything.
  try {
    const days: unknown = JSON.parse(json);
    return Array.isArray(days) ? days.filter((each) => Number.isInteger(each) && each > 0) : [];
  } catch {
    return [];
  }
}

/** Days from a form field like "1, 3, 7". Returns any other text unchanged. */
export function daysTyped(typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  return words.every((word) => /^\d{1,4}$/.test(word)) ? words.map(Number) : typed;
}
