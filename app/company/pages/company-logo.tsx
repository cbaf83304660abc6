import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { text } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Button, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findCompany, listCompanyNames } from "../company.server";
import { CompanyQuery } from "../company-schema";
import { companyFlash } from "../flash";
import { changeLogo, removeLogo } from "../logo/change-logo.server";
import { CompanyTabs } from "../ui/company-tabs";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Logo – Firstnight" }];

const path = "/admin/company/logo";

/** In CSS pixels. */
const mostShown = 320;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { id, name } = await findCompany(app.reads, input.company ?? names[0]);
    const logo = await app.reads
      .selectFrom("company_logos")
      .select(["hash", "width", "height"])
      .where("company_id", "=", id)
      .executeTakeFirst();
    return { names, name, logo: logo ?? null, toast: await takeFlash(args, companyFlash) };
  });

const LogoForm = z.object({
  company: text(120),
  remove: z.literal("yes").optional(),
  logo: z.instanceof(Blob, { error: "Choose a file." }).optional(),
});

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: LogoForm }, async ({ app, who, input }) => {
    const { company, remove, logo } = input;
    if (remove) await removeLogo(app, who, company);
    else await changeLogo(app, who, { company, file: logo ?? new Blob() });
    return redirectWithFlash<typeof companyFlash>(
      args,
      `${path}?company=${encodeURIComponent(company)}`,
      remove ? "logo-removed" : "logo-saved",
    );
  });

export default function CompanyLogo() {
  const { names, name, logo, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Logo"
      subtitle={`What ${name}'s patients see at the top of each page`}
      here="/admin/company"
      toast={toast}
      actions={<QuietLink href={`/admin/company?company=${encodeURIComponent(name)}`}>Company</QuietLink>}
    >
      <CompanyTabs names={names} current={name} path={path} />
      {logo && (
        <PostForm className="panel reading" action={path}>
          <p>
            <img
              src={`/company-logo/${logo.hash}`}
              width={Math.min(logo.width, mostShown)}
              alt={`Logo of ${name}`}
            />
          </p>
          <input type="hidden" name="company" value={name} />
          <input type="hidden" name="remove" value="yes" />
          <Button look="quiet">Remove logo</Button>
        </PostForm>
      )}
      <PostForm encType="multipart/form-data" className="panel reading" action={path}>
        <Problem />
        <input type="hidden" name="company" value={name} />
        <Field
          name="logo"
          type="file"
          label={logo ? "New logo" : "Logo"}
          hint="PNG, JPEG, or WebP, up to 200 KB. Patients see the company's name next to it. An SVG file isn't accepted, because it can contain scripts."
          accept="image/png,image/jpeg,image/webp"
          required
        />
        <FormButtons>Upload</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
