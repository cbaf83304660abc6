import type { SavedForm } from "~/core/saved-form";
import { uploadLimitOf } from "./body.server";
import { formOf } from "./input.server";

// A form with one of these is not whole without it, and they stay in no page.
const secret = /password|code|token/;

// Nobody types more into one form.
const mostFields = 200;

/**
 * The form that a signed-out person sent, so that it can be sent again; null where nothing was typed, and
 * where a file may come, which is not read for somebody unknown.
 */
export async function savedForm(request: Request): Promise<SavedForm | null> {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "POST" || uploadLimitOf(pathname) !== null) return null;
  const fields = [...(await formOf(request))];
  if (fields.length === 0 || fields.length > mostFields) return null;
  if (fields.some(([name]) => secret.test(name))) return null;
  return { action: pathname + search, fields };
}
