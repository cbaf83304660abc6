import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findCompany, listCompanyNames } from "../company.server";
import { companyFlash } from "../flash";
import { WordingFilters } from "../ui/wording-filters";
import { WordingForm } from "../ui/wording-form";
import { changeWording } from "../wording/change-wording.server";
import { listWording } from "../wording/list-wording";
import { WordingForm as WordingInput, WordingQuery } from "../wording/wording-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Wording – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: WordingQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { name, version, texts } = await findCompany(app.reads, input.company ?? names[0]);
    return {
      shown: { ...input, company: name },
      version,
      ...listWording(texts, input),
      toast: await takeFlash(args, companyFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: WordingInput }, async ({ app, who, input }) => {
    const { name } = await changeWording(app, who, input);
    const { language, part, q } = input;
    const shown = new URLSearchParams({ company: name, language, part, ...(q && { q }) });
    return redirectWithFlash<typeof companyFlash>(args, `/admin/company/wording?${shown}`, "wording-saved");
  });

export default function Wording() {
  const { shown, version, rows, counts, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Wording"
      subtitle={`The texts that ${shown.company}'s patients see`}
      here="/admin/company"
      toast={toast}
      actions={
        <QuietLink href={`/admin/company?company=${encodeURIComponent(shown.company)}`}>Company</QuietLink>
      }
    >
      <WordingFilters shown={shown} counts={counts} />
      <WordingForm shown={shown} version={version} rows={rows} />
    </StaffShell>
  );
}
