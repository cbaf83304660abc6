import * as z from "zod";
import { emailAddress, example, filled, line, optional, phoneNumber, recordId, shown } from "~/core/fields";
import { roles } from "~/core/who";
import { twoStepMethods } from "../sign-in/two-step";

const RoleName = example(
  z
    .string("Choose a role.")
    .trim()
    .toLowerCase()
    .pipe(z.enum(roles, "Choose admin, supervisor, therapist, or staff.")),
  "supervisor",
);

// Checkboxes that share a name arrive as undefined, a string, or an array.
const RoleNames = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(RoleName).max(20, "Choose at most four roles.").optional(),
);

const userFields = {
  email: emailAddress,
  phone: phoneNumber,
  name: optional(line(120)),
  role: RoleName,
  roles: RoleNames,
  therapist_id: optional(z.union([z.literal(0), z.literal("0"), recordId])),
};

export const AddUser = z.object({ ...userFields, role: RoleName.default("supervisor") });
export type AddUser = z.output<typeof AddUser>;

/** Missing fields don't change. An admin can turn `two_step` off and unlink `single_sign_on`, but not the opposite. */
export const UpdateUser = z
  .object({
    ...userFields,
    name: optional(filled(120)),
    disabled: z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]),
    two_step: z.literal("off", "Only the user can choose a two-step method. You can only turn it off."),
    single_sign_on: z.literal(
      false,
      "You can only unlink a user. They are linked again at their next sign-in.",
    ),
  })
  .partial()
  .extend({ id: recordId });
export type UpdateUser = z.output<typeof UpdateUser>;

export const UserId = z.object({ id: recordId });

export const UserJson = z.object({
  id: z.int(),
  email: shown.email,
  name: shown.therapist,
  phone: shown.phone.nullable(),
  role: z.union([z.enum(roles), z.literal("")]),
  roles: z.array(z.enum(roles)),
  status: z.enum(["active", "invited", "closed"]),
  two_step: z.enum(twoStepMethods),
  has_passkeys: z.boolean(),
  single_sign_on: z.boolean(),
  therapist_id: z.int().nullable(),
  therapist_name: shown.therapist.nullable(),
  company: shown.company.nullable(),
});
export type UserJson = z.output<typeof UserJson>;

export const ColleagueJson = UserJson.omit({ two_step: true, has_passkeys: true, single_sign_on: true });
