import * as z from "zod";
import { filled, flag, optional, recordId } from "~/core/fields";
import { listNames } from "./saved-view";

const name = filled(60, "Enter a name for the view.");
const shared_with = optional(z.enum(["supervisor", "admin"], "Choose who else sees the view.")).transform(
  (role) => role ?? null,
);
const pinned = flag.catch(false);

/** The list, and the query with its filters. */
export const NewView = z.object({
  list: z.enum(listNames, "This list's filters can't be saved."),
  filters: z.string().max(1500, "The filters are too long to save.").default(""),
});

export const SaveView = NewView.extend({ name, pinned, shared_with });
export type SaveView = z.output<typeof SaveView>;

export const ViewId = z.object({ id: recordId });

export const ChangeView = ViewId.extend({ name, pinned, shared_with });
export type ChangeView = z.output<typeof ChangeView>;
