import { type LinksFunction, type LoaderFunctionArgs, redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { optional, recordId, text } from "~/core/fields";
import { foldText } from "~/core/fold-text";
import { plural } from "~/core/plural";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { therapistName } from "~/therapists/therapist-schema";
import { Button, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ShowAbsence } from "../absence-schema";
import { absenceHref } from "../absence-strings";
import { listTherapistsOfDay } from "../list-therapists-of-day.server";
import absenceCss from "../ui/absence.css";

export const handle = { look: "staff" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: absenceCss }];
export const meta = () => [{ title: "Sick day – Firstnight" }];

const Query = z.object({
  therapist: optional(recordId).catch(undefined),
  /** Chosen already, for example in the calendar's filter. */
  name: optional(therapistName).catch(undefined),
  search: optional(text(100)).catch(undefined),
  date: ShowAbsence.shape.date,
});

/** More therapists than this need a search. */
const mostWithoutSearch = 20;

/** With a therapist, leads to the page that reassigns their day. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Query }, async ({ app, input }) => {
    const {
      therapist,
      name,
      search = "",
      date = localDate(app.clock.now(), zoneForStaff(args.request)),
    } = input;
    if (therapist) throw redirect(absenceHref(therapist, date));
    const all = await listTherapistsOfDay(app.reads, date);
    const chosen = name && all.find((one) => one.name === name);
    if (chosen) throw redirect(absenceHref(chosen.id, date));
    const part = foldText(search);
    return {
      date,
      search,
      isLong: all.length > mostWithoutSearch,
      therapists: all.filter((one) => foldText(one.name).includes(part)),
    };
  });

type TherapistOfDay = SerializeFrom<typeof loader>["therapists"][number];

export default function SickDay() {
  const { date, search, isLong, therapists } = useLoaderData<typeof loader>();
  const working = therapists.filter(({ visits }) => visits > 0);
  const others = therapists.filter(({ visits }) => visits === 0);
  return (
    <StaffShell title="Sick day" here="/calendars" actions={<QuietLink href="/calendars">Back</QuietLink>}>
      <form className="toolbar" aria-label="Filters">
        <Field name="date" type="date" label="Day" value={date} required />
        {isLong && (
          <Field name="search" type="search" label="Therapist's name" value={search} maxLength={100} />
        )}
        <Button look="quiet">Show</Button>
      </form>
      <h2>Who is out?</h2>
      <p className="soft">The next page shows their visits and proposes another therapist for each.</p>
      {therapists.length === 0 && <p>No therapist has this name. Search for another name.</p>}
      <TherapistLinks therapists={working} date={date} />
      {others.length > 0 && (
        <details className="opener" open={working.length === 0}>
          <summary>{`${plural(others.length, "therapist")} without visits on this day`}</summary>
          <TherapistLinks therapists={others} date={date} />
        </details>
      )}
    </StaffShell>
  );
}

const TherapistLinks = ({ therapists, date }: { therapists: TherapistOfDay[]; date: string }) =>
  therapists.length > 0 && (
    <ul className="who-is-out">
      {therapists.map(({ id, name, region, visits }) => (
        <li key={id}>
          <a href={absenceHref(id, date)}>
            <b>{name}</b>
            <span className="soft">{`${region}, ${plural(visits, "visit")}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
