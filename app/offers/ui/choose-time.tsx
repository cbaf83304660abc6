import type { Opening } from "~/availability/list-openings.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { offerFormHref } from "../pages/offers-query";

interface ChooseTimeProps {
  therapists: { id: number; name: string }[];
  therapist: number | undefined;
  date: string | undefined;
  /** Null before a therapist is chosen. */
  openings: Opening[] | null;
}

export const ChooseTime = ({ therapists, therapist, date, openings }: ChooseTimeProps) => (
  <>
    <form method="get" className="toolbar" aria-label="Openings">
      <Choice name="therapist" label="Therapist" value={String(therapist ?? "")} required>
        <option value="">Choose</option>
        {therapists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Field name="date" label="Day (optional)" type="date" value={date} />
      <p className="buttons">
        <Button look={openings ? "quiet" : "main"}>Show openings</Button>
      </p>
    </form>
    {openings && (
      <Table
        caption="Openings"
        rows={openings}
        rowKey={({ start }) => start}
        empty="No openings. Choose another day or therapist, or add availability on the therapist's page."
        columns={[
          {
            head: "Time",
            align: "when",
            cell: ({ start, zone }) => <DateTime at={start} zone={zone} format="full" />,
          },
          {
            head: "Offer",
            align: "acts",
            cell: (opening) => (
              <ButtonLink href={offerFormHref(opening)} look="quiet" size="small">
                Offer…
              </ButtonLink>
            ),
          },
        ]}
      />
    )}
  </>
);
