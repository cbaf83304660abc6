type Json = Record<string, unknown>;

const valuesByName: Json = {
  action: "UI_SCHEDULE_VIEW",
  address: "192.0.2.10",
  body: "Until Monday.",
  bt_env: "F1",
  bt_org: "00123",
  code: "482915",
  company: "Blue Ridge Home Medical",
  company_name: "Blue Ridge Home Medical",
  brightree_db: "QHMS",
  created_at: "2026-03-02T14:00:00.000Z",
  cursor: "200",
  date: "2026-03-09",
  datetime: "2026-03-09T13:00:00.000Z",
  days: [1, 2, 3, 4, 5],
  db: "QHMS",
  dob: "1956-04-12",
  email: "hannah.whitfield@clinic.example",
  end: "2026-03-09T13:45:00.000Z",
  endTime: "17:00",
  events: ["visit.submitted", "visit.moved"],
  first_message: "Hello, this is your equipment provider.",
  from: "+19195550142",
  fromDate: "2026-03-09",
  idempotency_key: "5f0c1f6a9d3e4b7f",
  instead_of: "https://meet.example/old",
  interval: 15,
  meeting_link: "https://meet.example/hannah",
  name: "Hannah Whitfield",
  office_number: "9195550100",
  orders: [{ brightree_db: "QHMS", sales_order_no: "700123", patient_id: 40123 }],
  password: "a long enough password",
  patient_id: 40123,
  patient_name: "Robert Ellis",
  phone: "+19195550142",
  phone_last4: "0142",
  pid: 40123,
  privacy_notice: "https://blueridge.example/privacy",
  privacy_practices: "https://blueridge.example/npp",
  region: "NC",
  reply_to: "help@blueridge.example",
  review_link: "https://review.example/hannah",
  role: "supervisor",
  roles: ["supervisor"],
  sales_order_no: "700123",
  start: "2026-03-09T13:00:00.000Z",
  startTime: "08:00",
  status: "submitted",
  tag: "Night shift",
  terms: "https://blueridge.example/terms",
  therapist: "Hannah Whitfield",
  timezone: "EST",
  to: "+19195550142",
  toDate: "2026-03-13",
  url: "https://hooks.example.com/firstnight",
  website: "https://blueridge.example",
  zoom_link: "https://meet.example/hannah",
};

const formats: Json = { "date-time": "2026-03-09T13:00:00.000Z", date: "2026-03-09" };

export function exampleOf(schema: Json, name = ""): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return (schema.enum as unknown[])[0];
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return exampleOf(choices.find((choice) => !isBlank(choice)) ?? {}, name);
  const type = [schema.type].flat().find((one) => one !== "null") ?? schema.type;
  if (
    name in valuesByName &&
    [undefined, typeOf(valuesByName[name]), typeof valuesByName[name]].includes(type as string)
  ) {
    return valuesByName[name];
  }
  switch (type) {
    case "object":
      return exampleObject(schema);
    case "array":
      return [exampleOf((schema.items ?? {}) as Json, name)];
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
    Object.entries(properties as Record<string, Json>).map(([name, member]) => [
      name,
      exampleOf(member, name),
    ]),
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

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
