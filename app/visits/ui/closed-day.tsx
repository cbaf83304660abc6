import { weekdayList } from "~/availability/ui/weekday-names";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { absenceHref, dayName } from "../absence/absence-strings";

interface ClosedDayProps {
  therapist: { id: number };
  date: string;
  off: { from_date: string; to_date: string };
}

export function ClosedDay({ therapist, date, off }: ClosedDayProps) {
  const isOneDay = off.from_date === off.to_date;
  return (
    <Notice tone="plain" className="closed-day">
      <p>
        <b>{`${dayName(date)} is closed. No one can book it.`}</b>
      </p>
      {isOneDay ? (
        <form method="post" action={absenceHref(therapist.id, date)}>
          <input type="hidden" name="date" value={date} />
          <Button name="act" value="reopen" look="quiet" size="small">
            Reopen this day
          </Button>
        </form>
      ) : (
        <p>
          It is part of a longer absence, {weekdayList(off)}.{" "}
          <a href={`/therapists/${therapist.id}/availability/days-off`}>Change days off</a>
        </p>
      )}
    </Notice>
  );
}
