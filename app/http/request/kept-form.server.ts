import type { KeptForm } from "~/core/kept-form";
import { formOf } from "./input.server";

// A form with one of these is not whole without it, and they stay in no page.
const secret = /password|code|token/;

/** The form that a signed-out person sent, so that it can be sent again; null where nothing was typed. */
export async function keptForm(request: Request): Promise<KeptForm | null> {
  if (request.method !== "POST") return null;
  const fields = [...(await formOf(request))];
  if (fields.length === 0 || fields.some(([name]) => secret.test(name))) return null;
  const { pathname, search } = new URL(request.url);
  return { action: pathname + search, fields };
}
