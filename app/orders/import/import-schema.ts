import * as z from "zod";
import { recordId } from "~/core/fields";

export const OneImport = z.object({ id: recordId });

const line = z.coerce.number().int().min(0);

/** `field` and `line` name one problem: the page then lists all like it. */
export const ShowImport = OneImport.extend({
  field: z.string().max(40).optional().catch(undefined),
  line: line.optional().catch(undefined),
  after: line.optional().catch(undefined),
});

export const ShowColumns = OneImport.extend({
  header_line: z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
});

export const OneImportRow = OneImport.extend({ line: z.coerce.number().int().positive() });

export const CorrectRow = OneImportRow.catchall(z.string().max(1000));
