import type { ComponentProps } from "react";
import { Field } from "~/ui/components/field";

export const NewPasswordField = (props: ComponentProps<typeof Field>) => (
  <Field type="password" autoComplete="new-password" required {...props} />
);

export const CurrentPasswordField = () => (
  <Field
    name="current"
    label="Your current password"
    type="password"
    autoComplete="current-password"
    required
  />
);
