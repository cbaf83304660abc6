import { expect, test } from "vitest";
import * as z from "zod";
import { optional, secret } from "~/core/fields";
import { secretFields } from "~/http/request/secret-fields.server";

test("a secret is found behind an optional, a default, a pipe, and a union", () => {
  const typed = secret(z.string().max(9));
  const Form = z
    .object({
      plain: z.string(),
      code: z.string(),
      a: typed,
      b: typed.optional(),
      c: typed.default(""),
      d: optional(typed),
      e: z.union([z.literal(""), typed]),
      f: typed.transform(Number),
    })
    .refine(() => true);
  expect(secretFields(Form)).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(secretFields(z.union([z.object({ g: typed }), Form]))).toContain("g");
  expect(secretFields(z.object({}))).toEqual([]);
});
