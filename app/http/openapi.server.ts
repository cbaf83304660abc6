import * as z from "zod";
import type { Config } from "~/config.server";
import { roles } from "~/core/who";
import type { Methods } from "./api.server";
import { exampleOf } from "./contract-example";
import { cookieName, type SessionKind, sessionCookies } from "./request/cookies.server";

export interface ApiRoute {
  path: string;
  methods: Methods;
}

interface ServerRoute {
  path?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: only `loader.methods` of a route's module is used.
  module: any;
}

export function apiRoutesOf(routes: Record<string, ServerRoute | undefined>): ApiRoute[] {
  return Object.values(routes)
    .flatMap((route) => {
      const methods: Methods | undefined = route?.module.loader?.methods;
      return methods && route?.path ? [{ path: route.path, methods }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Json = Record<string, unknown>;

export function openApiOf(
  routes: readonly ApiRoute[],
  { publicUrl, https }: Pick<Config, "publicUrl" | "https">,
): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Firstnight",
      version: "1",
      description:
        "Sign in with POST /api/login and send the token as a bearer token, or use the browser's cookie. Times are ISO 8601 in UTC.",
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(
      routes.map(({ path, methods }) => [
        `/${path.replace(/:(\w+)\??/g, "{$1}")}`,
        Object.fromEntries(
          Object.entries(methods).map(([verb, method]) => [
            verb.toLowerCase(),
            operation(path, verb, method),
          ]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: cookieScheme("staff", https),
        patientCookie: cookieScheme("patient", https),
      },
      schemas: {
        Error: {
          type: "object",
          required: ["error"],
          properties: {
            error: { type: "string", description: "A message for the user." },
            fields: {
              type: "object",
              additionalProperties: { type: "array", items: { type: "string" } },
              description: "Messages by field, with 422.",
            },
            success: { const: false },
            ok: { const: false },
            message: { type: "string" },
          },
        },
      },
      responses: {
        Refused: {
          description: "400 malformed, 401 signed out, 403 not allowed, 404, 409, 413, 415, 422, 429, 5xx",
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Error" },
              example: { error: "This path only accepts GET, HEAD." },
            },
          },
        },
      },
    },
  };
}

const cookieScheme = (kind: SessionKind, https: boolean): Json => ({
  type: "apiKey",
  in: "cookie",
  name: cookieName(sessionCookies[kind], https),
});

function securityOf({ allow, sessions = [] }: Method): Json[] {
  const audience: readonly string[] = allow === "anyone" ? sessions : allow;
  if (audience.length === 0) return [];
  const isForPatients = audience.some((one) => one.startsWith("patient"));
  const isForStaff = roles.some((role) => audience.includes(role));
  return [
    ...(audience.includes("no session") ? [{}] : []),
    { bearer: [] },
    ...(isForStaff ? [{ cookie: [] }] : []),
    ...(isForPatients ? [{ patientCookie: [] }] : []),
  ];
}

type Method = NonNullable<Methods["GET"]>;

function operation(path: string, verb: string, method: Method): Json {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const shape = objectOf(method.input);
  const properties = (shape.properties ?? {}) as Record<string, Json>;
  const required = (shape.required ?? []) as string[];
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inQuery = verb === "GET" || method.signedForm ? rest : [];
  const parameters = [
    ...inPath.map((name) => parameter(name, "path", true, properties[name])),
    ...inQuery.map((name) => parameter(name, "query", required.includes(name), properties[name])),
    ...(method.signedForm ? [parameter("X-Twilio-Signature", "header", true)] : []),
  ];
  return {
    summary: method.summary,
    operationId: `${verb.toLowerCase()}_${path.replace(/\W+/g, "_")}`,
    "x-audience": method.sessions ?? method.allow,
    security: securityOf(method),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(verb, method, inPath),
    responses: {
      ...responsesOf(method),
      "4XX": { $ref: "#/components/responses/Refused" },
      "5XX": { $ref: "#/components/responses/Refused" },
    },
  };
}

function parameter(name: string, place: string, required: boolean, schema: Json = { type: "string" }): Json {
  return { name, in: place, required, schema, ...(required && { example: exampleOf(schema) }) };
}

function bodyOf(verb: string, { input, signedForm }: Method, inPath: string[]): Json {
  if (signedForm) {
    const schema = schemaOf(signedForm, "input");
    const content = { "application/x-www-form-urlencoded": { schema, example: exampleOf(schema) } };
    return { requestBody: { required: true, content } };
  }
  const shape: Json = { ...objectOf(input), additionalProperties: false };
  const properties = Object.entries((shape.properties ?? {}) as Record<string, Json>).filter(
    ([name]) => !inPath.includes(name),
  );
  if (verb === "GET" || (verb === "DELETE" && properties.length === 0)) return {};
  const required = ((shape.required ?? []) as string[]).filter((name) => !inPath.includes(name));
  const schema = { ...shape, properties: Object.fromEntries(properties), required };
  const content = { "application/json": { schema, example: exampleOf(schema) } };
  return { requestBody: { required: required.length > 0, content } };
}

function responsesOf({ output, status = 200, type = "application/json" }: Method): Json {
  if (output instanceof z.ZodVoid) return { 204: { description: "Done." } };
  const schema = schemaOf(output, "output");
  return { [status]: { description: "Done.", content: { [type]: { schema, example: exampleOf(schema) } } } };
}

function objectOf(input: z.ZodType): Json {
  const schema = schemaOf(input, "input");
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (!choices) return schema;
  return {
    type: "object",
    properties: Object.assign({}, ...choices.map((choice) => choice.properties ?? {})),
    required: [],
  };
}

function schemaOf(type: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Zod leaves out the `examples` of a field that it transforms.
      if ("example" in jsonSchema) {
        jsonSchema.examples = [jsonSchema.example];
        delete jsonSchema.example;
      }
      const { def } = zodSchema._zod as { def: { type: string; in?: z.ZodType; out?: z.ZodType } };
      // z.preprocess accepts any input, so its output is described instead.
      if (io === "input" && def.type === "pipe" && def.out && def.in?._zod.def.type === "transform") {
        Object.assign(jsonSchema, schemaOf(def.out, io));
      }
      if (io === "input" && zodSchema instanceof z.ZodObject && jsonSchema.properties) {
        const shape = zodSchema.shape as Record<string, z.ZodType>;
        jsonSchema.required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
      }
    },
  });
  return schema;
}
