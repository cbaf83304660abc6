import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { recoveryStrings } from "~/dashboard/recovery/recovery-strings";
import { strings } from "~/dashboard/strings";
import { Pager } from "~/dashboard/ui/lists/cursor-pager";
import { FilterForm } from "~/dashboard/ui/lists/filter-form";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Choice } from "~/ui/components/field";
import { Tabs } from "~/ui/components/tabs";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { partAdjectives } from "../describe-wish";
import { offerStatuses } from "../offer-schema";
import { staffStrings, statusNames } from "../staff-strings";
import { OffersOff } from "../ui/offers-off";
import { SentTable } from "../ui/sent-table";
import { TimesTable } from "../ui/times-table";
import { EndedTable, WaitingTable } from "../ui/waiting-table";
import { WhatHelps } from "../ui/what-helps";
import { listOffersPage } from "./load-offers.server";
import { groupLabels, offersHref, ShowOffers, tabLabels, tabs, waitingGroups } from "./offers-query";

const TimesFilter = ({ therapists, therapist }: TimesFilterProps) => (
  <FilterForm count={therapist === undefined ? 0 : 1}>
    <input type="hidden" name="tab" value="times" />
    <Choice name="therapist" label={strings.therapist} value={String(therapist ?? "")}>
      <option value="">All</option>
      {therapists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  </FilterForm>
);

export const handle = { look: "staff", scripts: ["date-time", "board", "sheet", "live"] };
export const meta = () => [{ title: `${staffStrings.title} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowOffers }, async ({ app, who, input }) => ({
    query: input,
    now: app.clock.now(),
    toast: await takeFlash(args, visitFlash),
    ...(await listOffersPage(app, who, input)),
  }));

export default function Offers() {
  const { query, now, toast, off, waiting, ended, sent, times, therapists } = useLoaderData<typeof loader>();
  const { tab, status, therapist, page, who, help } = query;
  const hrefOf = (to: number) => offersHref({ ...query, page: to });
  return (
    <StaffShell
      title={staffStrings.title}
      here={boardHref}
      toast={toast}
      actions={
        <>
          <ButtonLink href="/offers/new">
            <span>
              Offer<span className="beyond-phones"> an opening</span>
            </span>
          </ButtonLink>
          <QuietLink href="/recovery">{recoveryStrings.title}</QuietLink>
        </>
      }
    >
      <OffersOff companies={off} />
      <Tabs
        label="Views"
        tabs={tabs.map((each) => ({ href: offersHref({ tab: each }), label: tabLabels[each] }))}
        current={offersHref({ tab })}
      />
      {tab === "waiting" && (
        <nav className="chips" aria-label="Patients">
          {waitingGroups.map((each) => (
            <Chip
              key={each}
              label={groupLabels[each]}
              href={offersHref({ who: each === who ? undefined : each })}
              on={each === who}
              small
            />
          ))}
          {help && (
            <Chip
              label={`Helped by ${partAdjectives[help]} hours`}
              href={offersHref({ who: "without" })}
              on
              small
            />
          )}
        </nav>
      )}
      {sent && (
        <nav className="chips" aria-label="Status">
          {offerStatuses.map((each) => (
            <Chip
              key={each}
              label={statusNames[each]}
              href={offersHref({ tab, status: each === status ? undefined : each })}
              on={each === status}
              small
            />
          ))}
        </nav>
      )}
      {times && <TimesFilter therapists={therapists} therapist={therapist} />}
      <div id="list" className="stack" data-live="">
        {waiting && (
          <>
            <p className="soft">
              {`${plural(waiting.total, "patient")}, ${waiting.urgent} urgent. Urgent orders get offers first, then orders with the oldest referral dates. Patients who accept an earlier time stay on the list, and patients without a visit leave it with a booking.`}
            </p>
            <WhatHelps waiting={waiting} />
            <WaitingTable patients={waiting.patients} here={hrefOf(page)} />
          </>
        )}
        {ended && <EndedTable waits={ended.rows} />}
        {sent && (
          <>
            <SentTable offers={sent.rows} isFiltered={status !== undefined} />
            <p className="soft">
              Withdrawn means that the time was booked or closed, the patient's visit changed, the patient
              asked to stop getting offers, or offers of earlier times were turned off.
            </p>
          </>
        )}
        {times && (
          <>
            <TimesTable times={times.rows} now={now} />
            <p className="soft">Patients can also book these times themselves.</p>
          </>
        )}
        <Pager
          page={page}
          more={(waiting ?? ended ?? sent ?? times)?.more ?? false}
          of={tabLabels[tab].toLowerCase()}
          hrefOf={hrefOf}
        />
      </div>
    </StaffShell>
  );
}

interface TimesFilterProps {
  therapists: { id: number; name: string }[];
  therapist: number | undefined;
}
