import type { ReactNode } from "react";
import { seatsTaken } from "~/classes/ui/class-facts";
import { plural } from "~/core/plural";
import { formatTime, zoneLabel, zoneName } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { toneOf } from "~/ui/calendar/calendar-event";
import { formatShortTime } from "~/ui/calendar/event-content";
import { Badge, StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import { absenceHref } from "~/visits/reassign/absence-strings";
import { choiceText } from "~/visits/reassign/replacement-choice";
import { CommunicationMarks } from "~/visits/ui/communication";
import { type CapacityCell, shareOf } from "../../calendars/capacity-cell";
import { loadOf } from "../../ui/capacity-grid";
import { NoTherapists } from "../../ui/no-therapists";
import { dayBoardHref } from "../day-board-schema";
import type { BoardBlock, BoardColumn, BoardVisit, findDayBoard } from "../find-day-board.server";

type Board = Awaited<ReturnType<typeof findDayBoard>>;

interface DayBoardProps {
  board: Board;
  zone: string;
  filters: Parameters<typeof dayBoardHref>[0];
}

export function DayBoard({ board, zone, filters }: DayBoardProps) {
  const { date, today, hours, regions, total, folded, out } = board;
  const isEmpty = regions.length === 0;
  return (
    <div id="day-board" className="stack" data-live="" data-view={date}>
      <p>
        <b className="num">{isEmpty ? "" : `Booked: ${loadText(total)}.`}</b>{" "}
        <span className="soft">
          {isEmpty ? "" : `Times in ${zoneName(hours[0] ?? 0, zone)}. `}
          Open is how many more visits fit. Canceled visits and no-shows aren't counted.
        </span>
      </p>
      {isEmpty ? (
        <p className="none-here soft">
          {folded.length + out.length > 0 ? (
            "No therapist has a visit or an opening on this day."
          ) : (
            <NoTherapists isFiltered={Boolean(filters.search || filters.region || filters.company)} />
          )}
        </p>
      ) : (
        <>
          {date >= today && (
            <p className="soft small" id="sick-day">
              <span className="wide-only">To reassign a visit, drag it to another therapist, or </span>
              <span className="narrow-only">To reassign a visit, </span>
              open it and choose Reassign. If a therapist is out, choose Sick day below the name.
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <section className="day-board" aria-label="Therapists" tabIndex={0}>
            <ol className="board-hours num" aria-hidden="true">
              {hours.map((at) => (
                <li key={at}>{formatTime(at, zone).replace(":00", "")}</li>
              ))}
            </ol>
            {regions.map(({ name, columns, total }) => (
              <section key={name} className="board-region" aria-label={name}>
                <h3 className="board-region-name">
                  <span>
                    <a href={dayBoardHref({ ...filters, day: date, region: name })} title={name}>
                      {name}
                    </a>{" "}
                    <span className="soft small num">{loadText(total)}</span>
                  </span>
                </h3>
                <div className="board-columns">
                  {columns.map((column) => (
                    <Therapist key={column.id} column={column} board={board} zone={zone} />
                  ))}
                </div>
              </section>
            ))}
          </section>
        </>
      )}
      <Folded id="out" title={`Out: ${plural(out.length, "therapist")}`} therapists={out}>
        {({ id, name }) => date >= today && <AbsenceLink id={id} name={name} date={date} isOff />}
      </Folded>
      <Folded
        id="folded"
        title={`${plural(folded.length, "therapist")} without visits or openings`}
        therapists={folded}
      />
    </div>
  );
}

interface FoldedProps {
  id: string;
  title: string;
  therapists: Board["folded"];
  children?: (therapist: Board["folded"][number]) => ReactNode;
}

function Folded({ id, title, therapists, children }: FoldedProps) {
  if (therapists.length === 0) return null;
  return (
    <details className="opener" id={id}>
      <summary>{title}</summary>
      <ul className="row small">
        {therapists.map((therapist) => (
          <li key={therapist.id}>
            <a href={`/therapists/${therapist.id}`} data-opens="">
              {therapist.name}
            </a>{" "}
            <span className="soft">{therapist.region}</span> {children?.(therapist)}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface AbsenceLinkProps {
  id: number;
  name: string;
  date: string;
  isOff: boolean;
}

const AbsenceLink = ({ id, name, date, isOff }: AbsenceLinkProps) => (
  <a href={absenceHref(id, date)} aria-label={isOff ? `Reopen the day: ${name}` : `Sick day: ${name}`}>
    {isOff ? "Reopen" : "Sick day"}
  </a>
);

/** "34 of 60 (57%), 12 open", or "closed". */
function loadText(cell: CapacityCell): string {
  const share = shareOf(cell);
  if (share === null) return "closed";
  const count = (value: number) => value.toLocaleString("en-US");
  return `${count(cell.booked)} of ${count(cell.cap)} (${Math.round(share * 100)}%), ${count(cell.open)} open`;
}

interface TherapistProps {
  column: BoardColumn;
  board: Pick<Board, "date" | "today" | "hours">;
  zone: string;
}

function Therapist({ column, board, zone }: TherapistProps) {
  const { id, name, cell, dailyCapacity } = column;
  const { date, today, hours } = board;
  const noon = hours[0] ?? 0;
  const otherZone =
    zoneLabel(noon, column.zone) === zoneLabel(noon, zone) ? null : zoneName(noon, column.zone);
  return (
    <section className="board-column" aria-label={name} data-therapist={id}>
      <div className="board-head">
        <h4>
          <a href={`/therapists/${id}`} data-opens="">
            {name}
          </a>
        </h4>
        <p className="small">
          {cell.isOff ? (
            <>
              <Badge dawn>Out</Badge>
              {cell.booked > 0 && ` ${cell.booked} booked`}
            </>
          ) : (
            <>
              <span className={`load ${loadOf(cell.booked, dailyCapacity)}`}>
                {`${cell.booked} of ${dailyCapacity}`}
              </span>
              {`, ${cell.open} open`}
            </>
          )}
          {date >= today && (cell.isOff || cell.booked > 0) && (
            <>
              {" "}
              <AbsenceLink id={id} name={name} date={date} isOff={cell.isOff} />
            </>
          )}
        </p>
        {otherZone && <p className="small soft">{otherZone}</p>}
      </div>
      <ol className={cell.isOff ? "board-day off" : "board-day"}>
        {column.blocks.map((block) => (
          <li
            key={`${block.kind}-${block.start}`}
            id={`board-${id}-${block.kind}-${block.start}`}
            className={`${block.kind} ${placeClasses(block)}`}
          >
            {block.kind === "visits" ? (
              block.visits.map((visit) => <Card key={visit.id} visit={visit} zone={zone} />)
            ) : block.kind === "class" ? (
              <a className="board-visit other" href={`/classes/${block.session.id}`}>
                <b className="num">{formatTime(block.start, zone)}</b> <span>{block.session.kind}</span>{" "}
                <span className="num">{seatsTaken(block.session)}</span>
              </a>
            ) : block.kind === "busy" ? (
              <span className="small">{`Busy ${timesOf(block, zone)}`}</span>
            ) : (
              <OpenTimes block={block} column={column} board={board} zone={zone} />
            )}
          </li>
        ))}
        {cell.isOff && (
          <li id={`board-${id}-off`} className="off-note small">
            Day off
          </li>
        )}
      </ol>
    </section>
  );
}

const timesOf = ({ start, end }: { start: number; end: number }, zone: string) =>
  `${formatTime(start, zone)} to ${formatTime(end, zone)}`;

function OpenTimes({ block, column, board, zone }: TherapistProps & { block: BoardBlock }) {
  const [from, to] = [formatShortTime(block.start, zone), formatShortTime(block.end, zone)];
  return (
    <a className="small" href={`/new-appointment?therapist=${column.id}&date=${board.date}`}>
      <span>Open</span> <span className="soft num">{`${from} to ${to}`}</span>
      <span className="unseen">: book with {column.name}</span>
    </a>
  );
}

function Card({ visit, zone }: { visit: BoardVisit; zone: string }) {
  const { hidesNames } = usePage();
  const { id, version, start_at, status, patient_id, patient_name } = visit;
  return (
    <a
      className={`board-visit ${toneOf(status)}`}
      href={`/visits/${id}`}
      id={`board-visit-${id}`}
      data-opens=""
      data-visit={isActive(status) ? choiceText({ id, version }, null) : undefined}
      data-start={start_at}
    >
      <b className="num">{formatTime(start_at, zone)}</b>{" "}
      <span>{(!hidesNames && patient_name) || `patient ${patient_id}`}</span> <StatusBadge status={status} />{" "}
      <CommunicationMarks visit={visit} isSmall />
    </a>
  );
}

/**
 * Style attributes are forbidden by the Content-Security-Policy, so the row and the number of rows are sums of classes:
 * `row-4 row-1` is row 5.
 */
function placeClasses({ row, rows }: Pick<BoardBlock, "row" | "rows">): string {
  const bits = (name: string, value: number) =>
    [1, 2, 4, 8, 16, 32, 64].flatMap((bit) => ((value & bit) > 0 ? `${name}-${bit}` : []));
  return [...bits("row", row), ...bits("long", rows)].join(" ");
}
