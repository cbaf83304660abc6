import type { App } from "~/boot/app.server";

/** The lookup key of a patient's or a helper's link. */
export const linkHash = ({ secrets }: Pick<App, "secrets">, code: string) =>
  secrets.lookup("link-code", code);
