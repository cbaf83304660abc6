import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { viewFlash } from "../flash";
import { addressOf, describeFilters, lists, queryOf } from "../saved-view";
import { NewView, SaveView } from "../saved-view-schema";
import { saveView } from "../saved-views.server";
import { ViewFields } from "../ui/view-fields";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Save this view – Firstnight" }];

const filtersOf = ({ list, filters }: { list: Parameters<typeof queryOf>[0]; filters: string }) =>
  queryOf(list, Object.fromEntries(new URLSearchParams(filters)));

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: NewView }, async ({ input }) => ({
    list: input.list,
    filters: filtersOf(input),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: SaveView }, async ({ app, who, input }) => {
    await saveView(app, who, input);
    return redirectWithFlash<typeof viewFlash>(args, addressOf(input.list, filtersOf(input)), "view-saved");
  });

export default function NewViewPage() {
  const { list, filters } = useLoaderData<typeof loader>();
  const described = describeFilters(list, filters);
  return (
    <StaffShell title="Save this view" here={lists[list].path}>
      <PostForm className="panel reading">
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="filters" value={filters} />
        <p>
          {lists[list].label}
          {described.length > 0 && ` · ${described.join(" · ")}`}
        </p>
        <ViewFields />
        <Problem />
        <FormButtons back={addressOf(list, filters)}>Save view</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
