import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listKindWarnings } from "~/availability/list-kind-warnings.server";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findKindChoices } from "../find-kind-choices.server";
import { kindFlash } from "../flash";
import { inKindForm, KindFields, kindOf, OneKind } from "../kind-schema";
import { findCompanyName, findKind, kindView, saveKind } from "../kinds.server";
import { kindsHref, kindsPath } from "../kinds-href";
import { KindForm } from "../ui/kind-form";

export const handle = { look: "staff" };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.kind.name ?? "Kind of visit"} – Firstnight` },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneKind }, async ({ app, input }) => {
    const kind = await findKind(app.reads, input.id);
    return {
      kind: kindView(kind, await findCompanyName(app.reads, kind.company_id)),
      choices: await findKindChoices(app.reads, kind.company_id),
      warnings: await listKindWarnings(app, kind),
      toast: await takeFlash(args, kindFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(
    args,
    { allow: ["admin"], input: inKindForm(KindFields.extend({ id: recordId })) },
    async ({ app, who, input: { id, ...fields } }) => {
      const { company_id } = await findKind(app.reads, id);
      await saveKind(app, who, { ...kindOf(fields), id, companyId: company_id });
      return redirectWithFlash<typeof kindFlash>(args, `${kindsPath}/${id}`, "kind-saved");
    },
  );

export default function KindPage() {
  const { kind, choices, warnings, toast } = useLoaderData<typeof loader>();
  const address = `${kindsPath}/${kind.id}`;
  return (
    <StaffShell title={kind.name} subtitle={kind.company} here="/admin/company" toast={toast}>
      {!kind.active && (
        <Notice tone="warn">
          This kind of visit is retired. Booked visits keep it, and no one can book it.
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {kind.active && (
        <p className="buttons">
          <ButtonLink look="quiet" href={`/admin/company/questions?kind=${kind.id}`}>
            Questions before the visit
          </ButtonLink>
          {kind.mode === "class" && (
            <ButtonLink look="quiet" href={`/classes/new?kind=${kind.id}`}>
              Schedule classes
            </ButtonLink>
          )}
        </p>
      )}
      <KindForm
        company={kind.company}
        kind={kind}
        choices={choices}
        back={kindsHref(kind.company)}
        verb="Save"
      />
      {kind.is_default ? (
        <p className="soft">
          This is the default kind, so it can’t be retired. It is booked where no one chooses a kind.
        </p>
      ) : (
        <p className="buttons">
          {kind.active && kind.mode !== "class" && (
            <ButtonLink look="quiet" href={`${address}/default`}>
              Make default
            </ButtonLink>
          )}
          <ButtonLink look="plain" href={`${address}/retire`}>
            {kind.active ? "Retire this kind" : "Let it be booked again"}
          </ButtonLink>
        </p>
      )}
    </StaffShell>
  );
}
