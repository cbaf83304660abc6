import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { cancelClass } from "../change-class.server";
import { ClassId, ClassPage } from "../class-schema";
import { listTherapistsOfClass, requireOwnClass } from "../classes.server";
import type { classFlash } from "../flash";
import { ClassFacts } from "../ui/class-facts";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Cancel this class? – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ClassPage }, async ({ app, who, input }) => ({
    session: await requireOwnClass(app.reads, who, input.id),
    therapists: await listTherapistsOfClass(app.reads, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ClassId }, async ({ app, who, input }) => {
    const { taken } = await requireOwnClass(app.reads, who, input.id);
    await cancelClass(app, who, input);
    return redirectWithFlash<typeof classFlash>(args, "/classes", ["class-canceled", taken]);
  });

export default function CancelClass() {
  const { session, therapists } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Cancel this class?" here="/classes">
      <PostForm className="panel stack">
        <Problem />
        <h2>{session.kind}</h2>
        <ClassFacts session={session} therapists={therapists} />
        <p>
          {session.taken === 0
            ? "No one has a seat, so no patient gets a notice."
            : `${plural(session.taken, "patient gets", "patients get")} a notice and can choose another time.`}
        </p>
        <input type="hidden" name="version" value={session.version} />
        <FormButtons look="danger" back={`/classes/${session.id}`}>
          Cancel class
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}
