import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { listOf } from "~/core/staff-home";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { saveOrg } from "~/orders/order-system/save-org.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findVisitPage } from "../find-visit-page.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { SaveOrgForm, VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Organization code – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, ({ app, who, input }) =>
    findVisitPage(app, who, input),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: SaveOrgForm }, async ({ app, who, input }) => {
    const visit = await requireOwnVisit(app.reads, who, input.id);
    await saveOrg(app, who, { db: visit.brightree_db, bt_org: input.bt_org, bt_env: input.bt_env });
    return redirect(input.back ?? listOf(requireStaff(who).roles), 303);
  });

export default function VisitOrganization() {
  const { staff, back, visit } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Organization code">
      <div data-sheet="">
        <PostForm className="panel" data-change="organization" data-id={visit.id}>
          {back && <input type="hidden" name="back" value={back} />}
          <input type="hidden" name="db" value={visit.brightree_db} />
          <input type="hidden" name="patient" value={visit.patient_id} />
          <p>
            Links to patients of {visit.brightree_db} need the organization's code. Enter it once for all
            users.
          </p>
          <Field
            name="bt_org"
            label="Organization code"
            hint="The digits in the order system's URL, like 02873."
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <div data-problem="">
            <Problem />
          </div>
          <p className="buttons">
            <Button>Save code</Button>
            <ButtonLink href={back ?? listOf(staff.roles)} look="quiet" data-close="">
              Back
            </ButtonLink>
          </p>
        </PostForm>
      </div>
    </StaffShell>
  );
}
