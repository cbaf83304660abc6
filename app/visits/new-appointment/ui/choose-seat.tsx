import { type ClassSession, seatsLeft } from "~/classes/class-session";
import type { FormProblem } from "~/core/form-problem";
import { plural } from "~/core/plural";
import { formatFull } from "~/core/time";
import { Button, ButtonLink } from "~/ui/components/button";
import { Check } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import type { FoundOrder } from "../found-order";
import { EarlyReason } from "./early-reason";

interface ChooseSeatProps {
  classes: ClassSession[];
  order: FoundOrder;
  /** The start of the class to propose. */
  proposed?: number | undefined;
  problem?: FormProblem | undefined;
}

export function ChooseSeat({ classes, order, proposed, problem }: ChooseSeatProps) {
  if (classes.length === 0) {
    return (
      <Notice>
        <p>No class of this kind is scheduled.</p>
        <ButtonLink href="/classes/new">Schedule a class</ButtonLink>
      </Notice>
    );
  }
  const hasProposed = classes.some((session) => session.start_at === proposed && seatsLeft(session) > 0);
  return (
    <form method="post" className="panel stack">
      <h2>Class</h2>
      {proposed !== undefined && !hasProposed && !problem && (
        <Notice tone="warn">The class that you came for has no free seat anymore. Choose another one.</Notice>
      )}
      {problem && (
        <Notice tone={problem.fields.accept ? "warn" : "bad"} role="alert">
          {problem.message}
        </Notice>
      )}
      {problem?.fields.accept && <Check name="accept" label="Book a seat anyway" />}
      <input type="hidden" name="order" value={order.id} />
      <EarlyReason orders={[order]} problem={problem} />
      <Check
        name="sms_consent"
        label="The patient agreed to get text messages about the visit"
        defaultChecked={"sms_consent" in (problem?.typed ?? {})}
      />
      <Table
        caption="Classes"
        rows={classes}
        rowKey={({ id }) => id}
        empty="No class of this kind is scheduled."
        stacks
        columns={[
          {
            head: "Class",
            align: "when",
            cell: (session) => (
              <a href={`/classes/${session.id}`}>{formatFull(session.start_at, session.zone)}</a>
            ),
          },
          {
            head: "Therapist",
            align: "name",
            cell: ({ therapist, place }) => (
              <>
                {therapist}
                {place && <span className="soft under">{place}</span>}
              </>
            ),
          },
          {
            head: "Seats left",
            cell: (session) => `${seatsLeft(session)} of ${plural(session.seats, "seat")}`,
          },
          {
            head: "Book",
            align: "acts",
            cell: (session) => {
              const isFull = seatsLeft(session) === 0;
              return (
                <Button
                  look={session.start_at === proposed && !isFull ? "main" : "quiet"}
                  size="small"
                  name="class"
                  value={session.id}
                  disabled={isFull}
                >
                  {isFull ? "Full" : "Book a seat"}
                  <span className="unseen">: {formatFull(session.start_at, session.zone)}</span>
                </Button>
              );
            },
          },
        ]}
      />
    </form>
  );
}
