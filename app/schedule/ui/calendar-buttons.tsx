import { ButtonLink } from "~/ui/components/button";
import { strings } from "../strings";

export function CalendarButtons({ google, outlook }: { google: string; outlook: string }) {
  return (
    <div>
      <ButtonLink look="quiet" size="wide" href="/my-visit.ics">
        {strings.addToCalendar}
      </ButtonLink>
      <p className="links">
        <a href={google} rel="noreferrer">
          {strings.googleCalendar}
        </a>
        <a href={outlook} rel="noreferrer">
          {strings.outlookCalendar}
        </a>
      </p>
    </div>
  );
}
