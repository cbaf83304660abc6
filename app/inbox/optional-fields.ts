import * as z from "zod";

// An empty field of a form or query wasn't filled in.
export const emptyAsUndefined = (value: unknown) => (value === "" ? undefined : value);

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(emptyAsUndefined, schema.optional());

export const pageLimit = (fallback = 200) =>
  z.preprocess(
    emptyAsUndefined,
    z.coerce
      .number("The limit is a number.")
      .int("The limit is a whole number.")
      .min(1, "The limit is at least 1.")
      .max(500, "The limit is at most 500.")
      .default(fallback),
  );
