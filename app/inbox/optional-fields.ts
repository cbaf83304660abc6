import * as z from "zod";
import { blankless } from "~/core/fields";

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankless, schema.optional());

export const pageLimit = (fallback = 200) =>
  z.preprocess(
    blankless,
    z.coerce
      .number("limit must be a number.")
      .int("limit must be a whole number.")
      .min(1, "limit must be at least 1.")
      .max(500, "limit must be at most 500.")
      .default(fallback),
  );
