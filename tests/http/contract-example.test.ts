import { expect, test } from "vitest";
import * as z from "zod";
import { example, optional, phoneNumber, secret } from "~/core/fields";
import { method } from "~/http/api.server";
import { openApiOf } from "~/http/openapi.server";

/** The example of a request with these fields. */
function exampleOfInput(fields: z.ZodRawShape): Record<string, unknown> {
  const call = method({
    summary: "Try",
    allow: ["admin"],
    input: z.object(fields),
    output: z.void(),
    run: async () => undefined,
  });
  const contract = openApiOf([{ path: "api/try", methods: { POST: call } }], {
    publicUrl: "https://clinic.example",
    https: true,
  });
  const { paths } = z.object({ paths: z.any() }).parse(contract);
  return paths["/api/try"].post.requestBody.content["application/json"].example;
}

test("an example comes from the type of a field, and its name doesn't matter", () => {
  expect(exampleOfInput({ from: z.string(), address: z.iso.date(), phone: z.boolean() })).toEqual({
    from: "Text",
    address: "2026-03-09",
    phone: true,
  });
});

test("a field can state its example, even if it is optional, transformed, or a secret", () => {
  const note = example(
    z.string().transform((typed) => typed.length),
    "Call first",
  );
  expect(
    exampleOfInput({
      note,
      again: optional(note),
      to: phoneNumber,
      code: secret(example(z.string(), "482915")),
    }),
  ).toEqual({ note: "Call first", again: "Call first", to: "+19195550142", code: "482915" });
});
