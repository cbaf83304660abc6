import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { submitForm } from "~/http/page.server";
import { addressOf } from "../../ui/database-shell";
import { replayNotes } from "../../write-back/replay-notes.server";
import { ReplayNotes } from "../../write-back/write-back-schema";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(addressOf(params.name ?? "", "/notes"));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ReplayNotes }, async ({ app, who, input }) => {
    await replayNotes(app, who, input);
    return redirect(`${addressOf(input.name, "/notes")}?done=replayed`, 303);
  });
