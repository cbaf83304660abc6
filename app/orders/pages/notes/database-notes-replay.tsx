import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { databaseFlash } from "../../flash";
import { addressOf } from "../../ui/database-shell";
import { replayNotes } from "../../write-back/switch-notes.server";
import { ReplayNotes } from "../../write-back/write-back-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ReplayNotes }, async ({ app, who, input }) => {
    await replayNotes(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, addressOf(input.name, "/notes"), "notes-replayed");
  });
