import { invalidField } from "~/core/refusal";

export type Value = string | number;

export interface CursorPosition {
  side: "after" | "before";
  values: Value[];
}

function writeCursor({ side, values }: CursorPosition): string {
  return `${side}.${Buffer.from(JSON.stringify(values)).toString("base64url")}`;
}

export function cursorsOf(rows: Value[][], hasEarlier: boolean, hasLater: boolean) {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    previous: hasEarlier && first ? writeCursor({ side: "before", values: first }) : null,
    next: hasLater && last ? writeCursor({ side: "after", values: last }) : null,
  };
}

/** @param keys number of sort keys @throws Refusal "invalid" for a cursor from another sort order */
export function readCursor(text: string, keys: number): CursorPosition {
  const [side = "", packed = ""] = text.split(".");
  const values = valuesIn(packed);
  const fits =
    values?.length === keys &&
    values.every((value) => typeof value === "string" || Number.isSafeInteger(value));
  if ((side !== "after" && side !== "before") || !fits) {
    throw invalidField("cursor", "Page not found.");
  }
  return { side, values: values as Value[] };
}

function valuesIn(packed: string): unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(packed, "base64url").toString());
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}
