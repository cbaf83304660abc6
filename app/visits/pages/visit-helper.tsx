import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { inputOf, parse } from "~/http/request/input.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { addHelper } from "~/orders/helper/add-helper.server";
import { AddHelper, RemoveHelper } from "~/orders/helper/helper-schema";
import { findHelperView } from "~/orders/helper/helper-view.server";
import { removeHelper } from "~/orders/helper/remove-helper.server";
import { requireVisibleOrder } from "~/orders/visible-orders.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { requireOwnVisit } from "../require-own-visit.server";
import { VisitPage } from "../visit-pages-schema";

export const handle = { look: "staff", scripts: ["sheet"] };
export const meta = () => [{ title: "Helper – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    await requireVisibleOrder(app.reads, who, page.visit.order_id);
    return { ...page, helper: await findHelperView(app.reads, page.visit.order_id) };
  });

const Form = VisitPage.extend(RemoveHelper.shape);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: Form }, async ({ app, who, input }) => {
    const { order_id } = await requireOwnVisit(app.reads, who, input.id);
    if (input.remove) await removeHelper(app, who, order_id);
    else await addHelper(app, who, order_id, parse(AddHelper, await inputOf(args)));
    return redirectWithFlash<typeof visitFlash>(
      args,
      input.back ?? `/visits/${input.id}`,
      input.remove ? "helper-removed" : "helper-added",
    );
  });

export default function VisitHelper() {
  const { visit, helper, back } = useLoaderData<typeof loader>();
  const form = {
    action: `/visits/${visit.id}/helper`,
    className: "panel stack",
    "data-in-place": "",
    "data-failed": "Check your connection and try again.",
  };
  const ending = (
    <>
      {back && <input type="hidden" name="back" value={back} />}
      <ButtonLink href={back ?? `/visits/${visit.id}`} look="quiet" data-opens="">
        Back
      </ButtonLink>
    </>
  );
  return (
    <StaffShell title="Helper">
      <div data-sheet="">
        {helper ? (
          <PostForm {...form}>
            <Problem />
            <p>
              <b>{helper.name}</b> ({helper.relation}){" "}
              {[helper.phone, helper.email].filter(Boolean).join(", ")}
            </p>
            <p>Removing the helper turns off their link and signs them out immediately.</p>
            <p className="buttons">
              <Button look="danger" name="remove" value="yes">{`Remove ${helper.name}`}</Button>
              {ending}
            </p>
          </PostForm>
        ) : (
          <PostForm {...form} noValidate>
            <Problem />
            <p>
              The patient can have one helper. The helper gets copies of the visit's messages and a separate
              link to the patient's pages. Texts start after the helper replies YES.
            </p>
            <Field name="name" label="Helper's name" maxLength={80} required />
            <Field
              name="relation"
              label="Relationship to the patient"
              hint="For example, daughter, neighbor, or nurse."
              maxLength={60}
              required
            />
            <Field name="phone" label="Helper's phone" type="tel" inputMode="tel" />
            <Field name="email" label="Helper's email" type="email" />
            <p className="buttons">
              <Button>Add helper</Button>
              {ending}
            </p>
          </PostForm>
        )}
      </div>
    </StaffShell>
  );
}
