import type { SavedForm } from "~/core/saved-form";
import { uploadLimitOf } from "./body.server";
import { formOf } from "./input.server";

// These must not appear in a page, and without them the form is incomplete.
const secret = /password|code|token/;

const maxFields = 200;

/** The form sent by a signed-out user, to be sent again after sign-in. Null for empty forms and for uploads. */
export async function savedForm(request: Request): Promise<SavedForm | null> {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "POST" || uploadLimitOf(pathname) !== null) return null;
  const fields = [...(await formOf(request))];
  if (fields.length === 0 || fields.length > maxFields) return null;
  if (fields.some(([name]) => secret.test(name))) return null;
  return { action: pathname + search, fields };
}
