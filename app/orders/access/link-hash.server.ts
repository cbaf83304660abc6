import type { App } from "~/boot/app.server";
import { linkCodeIn } from "~/core/link-code";

export const linkHash = ({ secrets }: Pick<App, "secrets">, code: string) =>
  secrets.lookup("link-code", linkCodeIn(code));
