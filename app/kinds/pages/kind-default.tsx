import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormPage } from "~/accounts/ui/form-page";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { kindFlash } from "../flash";
import { OneKind } from "../kind-schema";
import { findKind, makeDefaultKind } from "../kinds.server";
import { kindsPath } from "../kinds-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Make a kind of visit the default – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneKind }, async ({ app, input }) => {
    const { id, name } = await findKind(app.reads, input.id);
    return { id, name };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneKind }, async ({ app, who, input: { id } }) => {
    await makeDefaultKind(app, who, id);
    return redirectWithFlash<typeof kindFlash>(args, `${kindsPath}/${id}`, "kind-made-default");
  });

export default function MakeDefault() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <FormPage
      title="Make this the default kind of visit?"
      subtitle={name}
      here="/admin/company"
      back={`${kindsPath}/${id}`}
      verb="Make default"
    >
      <p>
        Visits that are booked without a choice of kind are then of this kind, for example by other systems.
        Booked visits stay as they are.
      </p>
    </FormPage>
  );
}
