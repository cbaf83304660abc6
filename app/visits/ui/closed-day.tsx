import { weekdayList } from "~/availability/ui/weekday-names";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { absenceHref, dayName } from "../absence/absence-strings";

interface ClosedDayProps {
  therapistId: number;
  date: string;
  off: { from_date: string; to_date: string };
}

export function ClosedDay({ therapistId, date, off }: ClosedDayProps) {
  const isOneDay = off.from_date === off.to_date;
  return (
    <Notice>
      <p>
        <b>{`${dayName(date)} is closed. No one can book it.`}</b>
      </p>
      {isOneDay ? (
        <form method="post" action={absenceHref(therapistId, date)}>
          <input type="hidden" name="date" value={date} />
          <Button name="act" value="reopen" look="quiet" size="small">
            Reopen this day
          </Button>
        </form>
      ) : (
        <p>
          This day is part of a longer absence, {weekdayList(off)}.{" "}
          <a href={`/therapists/${therapistId}/availability/days-off`}>Change days off</a>
        </p>
      )}
    </Notice>
  );
}
