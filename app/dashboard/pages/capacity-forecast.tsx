import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { asStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { read } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { areaOf, navFor } from "~/ui/shells/staff-nav";
import { StaffShell } from "~/ui/shells/staff-shell";
import { home } from "../board/tiles";
import { findFigures } from "../forecast/find-forecast.server";
import { findRoom } from "../forecast/first-openings.server";
import { warnAfterDays } from "../forecast/late-opening";
import { words } from "../strings";
import roomCss from "../ui/forecast/forecast.css";
import { NoShowPicture, RoomPicture, WaitPicture } from "../ui/forecast/forecast-charts";
import { RoomTable } from "../ui/forecast/forecast-table";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${words.room} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: roomCss }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: z.object({}) }, async ({ app, who }) => ({
    staff: asStaff(who),
    room: await findRoom(app.reads, app.config, app.clock.now()),
    figures: await findFigures(app, zoneForStaff(args.request)),
  }));
}

export default function Where() {
  const { staff, room, figures } = useLoaderData<typeof loader>();
  const late = room.regions.filter((region) => region.late);
  return (
    <StaffShell
      title={words.room}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, home)}
      actions={
        <ButtonLink href={home} look="quiet">
          {words.dashboard}
        </ButtonLink>
      }
    >
      {late.length > 0 ? (
        <Notice tone="warn">
          <p>
            {words.lateRegions(warnAfterDays)}{" "}
            <b>
              {late
                .map(({ name, days }) => `${name} (${days === null ? "none" : `${days} days`})`)
                .join(", ")}
            </b>
          </p>
        </Notice>
      ) : (
        <p className="soft">{words.noLateRegion(warnAfterDays)}</p>
      )}
      <div className="rooms">
        <div className="stack">
          <h2>{words.byRegion}</h2>
          <RoomTable caption={words.byRegion} head="Region" rooms={room.regions} />
        </div>
        <div className="stack">
          <h2>{words.byTherapist}</h2>
          <RoomTable caption={words.byTherapist} head="Therapist" rooms={room.therapists} withRegion />
        </div>
      </div>
      <h2>{words.pictures}</h2>
      <div className="pictures">
        <RoomPicture room={figures.room} />
        <WaitPicture waits={figures.waits} />
        <NoShowPicture noShows={figures.noShows} />
      </div>
    </StaffShell>
  );
}
