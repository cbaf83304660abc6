const collator = new Intl.Collator("en-US", { numeric: true });

/** Compares names as a person sorts them: Álvarez, alvarez and Baker in this order, and "Room 2" before "Room 10". */
export const byName = (one: string, other: string): number => collator.compare(one, other);

/** Sorts a list of rows by their names. SQLite would put all accents and lowercase letters at the end. */
export const sortedByName = <Row extends { name: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => byName(one.name, other.name));
