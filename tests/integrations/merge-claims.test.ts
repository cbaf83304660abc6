import { expect, test } from "vitest";
import { mergeClaims } from "~/integrations/oidc/provider-sign-in.server";

const id = { iss: "https://id.example", sub: "1" };

test("an email address is never paired with another source's confirmation", () => {
  const own = { email: "own@clinic.example", email_verified: true };
  const other = "admin@clinic.example";
  expect(mergeClaims({ ...id, email: other }, own)).toEqual({ ...id, ...own });
  expect(mergeClaims({ ...id, email: other, email_verified: false }, own)).toEqual({
    ...id,
    email: other,
    email_verified: false,
  });
  expect(mergeClaims({ ...id, email: other }, { email_verified: true })).toEqual({ ...id, email: other });
  expect(mergeClaims({ ...id, email_verified: true }, { email: other })).toEqual({ ...id, email: other });
});

test("claims that only one source has are kept, and the ID token's win", () => {
  const merged = mergeClaims({ ...id, groups: ["leads"] }, { groups: ["admins"], name: "Pat", sub: "2" });
  expect(merged).toEqual({ ...id, groups: ["leads"], name: "Pat" });
  expect(mergeClaims({ ...id }, { email: "own@clinic.example", email_verified: true })).toMatchObject({
    email: "own@clinic.example",
    email_verified: true,
  });
});
