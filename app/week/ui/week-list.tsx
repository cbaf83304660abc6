import type { ClassSession } from "~/classes/class-session";
import { ClassRow } from "~/classes/ui/class-row";
import { formatDay, formatTime, iso, localDate, startOfDay } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { initialsOf } from "~/ui/calendar/calendar-event";
import { StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import { CommunicationMarks } from "~/visits/ui/communication";
import type { Visit } from "~/visits/visit";
import { daysOf } from "../week";

interface WeekListProps {
  sunday: string;
  zone: string;
  today: string;
  visits: Visit[];
  classes: ClassSession[];
  hrefOf(visit: Visit): string;
}

export function WeekList({ sunday, zone, today, visits, classes, hrefOf }: WeekListProps) {
  const rows = [
    ...visits.map((visit) => ({
      key: `visit ${visit.id}`,
      at: visit.start_at,
      row: <VisitRow visit={visit} zone={zone} href={hrefOf(visit)} />,
    })),
    ...classes.map((session) => ({
      key: `class ${session.id}`,
      at: session.start_at,
      row: <ClassRow session={session} zone={zone} />,
    })),
  ].sort((one, other) => one.at - other.at);
  const dated = rows.map((row) => ({ ...row, date: localDate(row.at, zone) }));
  return (
    <ol className="week-list">
      {daysOf(sunday).map((date) => {
        const own = dated.filter((one) => one.date === date);
        return (
          <li key={date} className={`box ${date === today ? "today" : date < today ? "past" : ""}`}>
            <h3>
              {formatDay(startOfDay(date, zone), zone)}
              {date === today && <span className="badge dawn">Today</span>}
            </h3>
            {own.length === 0 && <p className="soft">No visits</p>}
            {own.length > 0 && (
              <ul>
                {own.map(({ key, row }) => (
                  <li key={key}>{row}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function VisitRow({ visit, zone, href }: { visit: Visit; zone: string; href: string }) {
  const { hidesNames } = usePage();
  const name = hidesNames ? undefined : (visit.patient_name ?? undefined);
  return (
    <a
      href={href}
      className="week-visit"
      data-id={visit.id}
      data-end={iso(visit.end_at)}
      data-status={visit.status}
      data-patient={visit.patient_id}
      data-name={name}
      data-version={visit.version}
      data-language={visit.language}
      data-interpreter={visit.interpreter ?? undefined}
      data-arranged={visit.interpreter_arranged ? "" : undefined}
      data-patient-confirmed={visit.patient_confirmed ? "" : undefined}
      data-change-asked={visit.change_asked ? "" : undefined}
      data-late={visit.late_minutes ?? undefined}
      data-call={visit.call_me ? "" : undefined}
      data-kind={visit.kind_note?.text}
      data-kind-short={visit.kind_note?.short}
      data-movable={isActive(visit.status) ? "" : undefined}
    >
      <time dateTime={iso(visit.start_at)}>{formatTime(visit.start_at, zone)}</time>
      <b>
        <span className="unseen">Patient </span>
        {visit.patient_id}
      </b>
      <span>{name ?? initialsOf(visit.therapist)}</span>
      <StatusBadge status={visit.status} />
      <CommunicationMarks visit={visit} />
    </a>
  );
}
