import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { asStaff } from "~/core/as-staff";
import { day } from "~/core/time";
import { supervisors } from "~/core/who";
import { read } from "~/http/page.server";
import { VisitList } from "~/scheduling/ui/visit-list";
import { listVisits } from "~/scheduling/visits/visits.server";
import { ButtonLink } from "~/ui/button";
import { Chip } from "~/ui/chips";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

const pageSize = 50;
const statuses = ["submitted", "confirmed", "completed", "cancelled", "pending"] as const;

export const handle = { look: "staff" };
export const meta = () => [{ title: "Dashboard – Firstnight" }];

const Filters = z.object({
  status: z.enum(statuses).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1000).catch(1).default(1),
  done: z.string().max(40).optional(),
});

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: Filters }, async ({ app, who, input }) => {
    const { status, page, done } = input;
    // Visits that are over are looked for among the past ones, all others from yesterday on.
    const over = status === "completed" || status === "cancelled";
    const found = await listVisits(app.reads, {
      statuses: status ? [status] : undefined,
      from: over ? undefined : app.clock.now() - day,
      newestFirst: over,
      limit: pageSize + 1,
      offset: (page - 1) * pageSize,
    });
    return {
      staff: asStaff(who),
      visits: found.slice(0, pageSize),
      more: found.length > pageSize,
      status: status ?? null,
      page,
      done,
    };
  });
}

export default function Dashboard() {
  const { staff, visits, more, status, page, done } = useLoaderData<typeof loader>();
  const at = (filter: string | null, number = 1) => {
    const query = new URLSearchParams();
    if (filter) query.set("status", filter);
    if (number > 1) query.set("page", String(number));
    const text = query.toString();
    return text ? `/supervisordashboard?${text}` : "/supervisordashboard";
  };
  return (
    <StaffShell
      title="Visits"
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/supervisordashboard")}
      toast={done ? `Visit ${done}` : null}
    >
      <nav className="chips" aria-label="Status">
        {statuses.map((word) => (
          <Chip key={word} href={at(status === word ? null : word)} label={word} on={status === word} small />
        ))}
      </nav>
      <VisitList caption="Visits" visits={visits} empty="No visits here." withTherapist />
      <p className="buttons">
        {page > 1 && (
          <ButtonLink href={at(status, page - 1)} look="quiet" size="small">
            Earlier page
          </ButtonLink>
        )}
        {more && (
          <ButtonLink href={at(status, page + 1)} look="quiet" size="small">
            Next page
          </ButtonLink>
        )}
      </p>
    </StaffShell>
  );
}
