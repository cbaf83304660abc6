import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { viewsFlash } from "../flash";
import { describeFilters, lists } from "../saved-view";
import { ChangeView, ViewId } from "../saved-view-schema";
import { changeView, findOwnView } from "../saved-views.server";
import { ViewFields } from "../ui/view-fields";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Saved view – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ViewId }, async ({ app, who, input }) => ({
    view: await findOwnView(app.reads, who, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeView }, async ({ app, who, input }) => {
    await changeView(app, who, input);
    return redirectWithFlash<typeof viewsFlash>(args, "/views", "view-changed");
  });

export default function EditView() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Saved view" here="/views">
      <div className="reading stack">
        <PostForm className="panel">
          <p>{[lists[view.list].label, ...describeFilters(view.list, view.filters)].join(" · ")}</p>
          <ViewFields view={view} />
          <Problem />
          <FormButtons back="/views">Save</FormButtons>
        </PostForm>
        <form method="post" action={`/views/${view.id}/delete`}>
          <Button look="danger" size="small">
            Delete view
          </Button>
        </form>
      </div>
    </StaffShell>
  );
}
