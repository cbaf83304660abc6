import type { ComponentProps } from "react";
import { Field } from "~/ui/components/field";

export function NewPassword(props: ComponentProps<typeof Field>) {
  return <Field type="password" autoComplete="new-password" required {...props} />;
}
