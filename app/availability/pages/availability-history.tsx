import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { zoneOrUtc } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { AvailabilityPage } from "../availability-schema";
import { availabilityHref } from "../availability-view";
import { listBatches } from "../changes/slot-batches.server";
import { availabilityFlash } from "../flash";
import { UndoForm } from "../ui/availability-changes";
import { AvailabilityShell } from "../ui/availability-shell";
import { weekdayList } from "../ui/weekday-names";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Availability changes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: AvailabilityPage }, async ({ app, who, input }) => {
    const { id, name, timezone } = await ownTherapistOfId(app.reads, who, input.id);
    return {
      therapist: { id, name, zone: zoneOrUtc(timezone) },
      batches: await listBatches(app.reads, id),
      message: (await takeFlash(args, availabilityFlash))?.text,
    };
  });

const kinds = {
  added: "Slots added",
  removed: "Slots removed",
  pattern: "Weekly hours applied",
  "day-off": "Days off",
};

export default function Changes() {
  const { therapist, batches, message } = useLoaderData<typeof loader>();
  const { id, zone } = therapist;
  return (
    <AvailabilityShell therapist={therapist} page="/changes" toast={message}>
      <Table
        caption="Availability changes"
        rows={batches}
        rowKey={(batch) => batch.id}
        empty="No changes yet."
        columns={[
          { head: "When", align: "when", cell: (batch) => <DateTime at={batch.created_at} zone={zone} /> },
          { head: "What", cell: (batch) => kinds[batch.kind] },
          { head: "Days", align: "when", cell: (batch) => weekdayList(batch) },
          { head: "Added", align: "right", cell: (batch) => batch.added },
          { head: "Removed", align: "right", cell: (batch) => batch.removed },
          { head: "By", cell: (batch) => batch.by ?? "–" },
          {
            head: "Undo",
            cell: (batch) =>
              batch.undone_at === null ? (
                <UndoForm id={id} batch={batch.id} back={availabilityHref(id, "/changes")} />
              ) : (
                <span className="soft">Undone</span>
              ),
          },
        ]}
      />
    </AvailabilityShell>
  );
}
