import { invalidField } from "~/core/refusal";

export type Value = string | number;

/** A place between two rows, by the keys of one of them: the page is what comes after, or before. */
export interface CursorPlace {
  way: "after" | "before";
  values: Value[];
}

/** A place as it stands in an address. */
export function writeCursor({ way, values }: CursorPlace): string {
  return `${way}.${Buffer.from(JSON.stringify(values)).toString("base64url")}`;
}

/**
 * The place that an address names.
 *
 * @param keys how many keys the order has
 * @throws Refusal "invalid" for what is no place of this order
 */
export function readCursor(text: string, keys: number): CursorPlace {
  const [way = "", packed = ""] = text.split(".");
  const values = valuesIn(packed);
  const fits =
    values?.length === keys &&
    values.every((value) => typeof value === "string" || Number.isSafeInteger(value));
  if ((way !== "after" && way !== "before") || !fits) {
    throw invalidField("cursor", "This page does not exist.");
  }
  return { way, values: values as Value[] };
}

function valuesIn(packed: string): unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(packed, "base64url").toString());
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}
