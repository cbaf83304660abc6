import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listActs } from "~/accounts/audit.server";
import { ActList } from "~/accounts/ui/act-list";
import { Search } from "~/accounts/ui/search";
import { ListAudit } from "~/accounts/user-schema";
import { asStaff } from "~/core/as-staff";
import { read } from "~/http/page.server";
import { ButtonLink } from "~/ui/button";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Audit Logs – Firstnight" }];

const pageSize = 100;

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: ["admin"], input: ListAudit }, async ({ app, who, input }) => {
    const acts = await listActs(app.reads, { ...input, limit: pageSize });
    return {
      staff: asStaff(who),
      acts,
      search: input.search,
      next: acts.length === pageSize ? (acts.at(-1)?.id ?? null) : null,
    };
  });
}

export default function Audit() {
  const { staff, acts, search, next } = useLoaderData<typeof loader>();
  const same = { ...(search && { search }) };
  return (
    <StaffShell
      title="Audit Logs"
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/admin")}
      actions={
        <ButtonLink href={`/admin/audit-log.csv?${new URLSearchParams(same)}`} look="quiet">
          Export as CSV
        </ButtonLink>
      }
    >
      <Search label="User, action or record" value={search} back="/admin/audit" />
      <ActList acts={acts} wide />
      {next !== null && (
        <p className="buttons">
          <ButtonLink
            href={`/admin/audit?${new URLSearchParams({ ...same, cursor: String(next) })}`}
            look="quiet"
            size="small"
          >
            Older entries
          </ButtonLink>
        </p>
      )}
    </StaffShell>
  );
}
