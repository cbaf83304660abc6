import * as z from "zod";
import { recordId } from "~/core/fields";

export const OneImport = z.object({ id: recordId });

export const ShowImport = OneImport.extend({
  after: z.coerce.number().int().min(0).optional().catch(undefined),
});
