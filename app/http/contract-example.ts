type Json = Record<string, unknown>;

const formats: Json = { "date-time": "2026-03-09T13:00:00.000Z", date: "2026-03-09" };

/** The example that a schema states (`example` in core/fields.ts), or else one made from its type. */
export function exampleOf(schema: Json): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if (schema.enum) return (schema.enum as unknown[])[0];
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return exampleOf(choices.find((choice) => !isBlank(choice)) ?? {});
  const type = [schema.type].flat().find((one) => one !== "null") ?? schema.type;
  switch (type) {
    case "object":
      return exampleObject(schema);
    case "array":
      return [exampleOf((schema.items ?? {}) as Json)];
    case "integer":
    case "number":
      return Math.max(1, Number(schema.minimum ?? 1));
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return formats[String(schema.format)] ?? "Text";
    default:
      return {};
  }
}

function exampleObject({ properties = {}, propertyNames, additionalProperties }: Json): Json {
  const example = Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, member]) => [name, exampleOf(member)]),
  );
  if (propertyNames && typeof additionalProperties === "object") {
    example[String(exampleOf(propertyNames as Json))] = exampleOf(additionalProperties as Json);
  }
  return example;
}

const isBlank = (schema: Json): boolean =>
  schema.type === "null" ||
  schema.const === "" ||
  ((schema.anyOf as Json[] | undefined)?.every(isBlank) ?? false);
