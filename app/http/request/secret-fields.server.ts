import * as z from "zod";

/** Lists the fields of an input that its schema marks with `secret`. No page may contain what was typed in them. */
export function secretFields(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return partsOf(schema).flatMap(secretFields);
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    isSecret(field) ? [name] : [],
  );
}

const isSecret = (schema: z.ZodType): boolean =>
  schema.meta()?.writeOnly === true || partsOf(schema).some(isSecret);

interface Wrapper {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  options?: z.ZodType[];
}

/** The schemas that an optional, a union, a pipe, or another wrapper contains. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  const { innerType, in: input, out, left, right, options = [] } = schema._zod.def as Wrapper;
  return [innerType, input, out, left, right, ...options].filter((part) => part !== undefined);
}
