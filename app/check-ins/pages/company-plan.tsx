import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyTabs } from "~/company/ui/company-tabs";
import { optional, recordId, text, wholeNumber } from "~/core/fields";
import { fill } from "~/core/language/strings";
import { plural } from "~/core/plural";
import { invalidField } from "~/core/refusal";
import { formatClock, formatDay, localDate } from "~/core/time";
import type { Staff } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { listKinds } from "~/kinds/kinds.server";
import {
  daysText,
  defaultPlan,
  dueAt,
  lastPlanDay,
  mostItems,
  type PlanItem,
  type PlanType,
  planTypes,
} from "~/nights/plan";
import { addDefaultPlan, addPlanItem, listPlanItems, removePlanItem } from "~/nights/plan.server";
import {
  countEndedTogether,
  countPlanned,
  countUnplanned,
  endPlans,
  restartPlans,
  startPlans,
} from "~/nights/start-plans.server";
import { listDatabasesWithoutNotes } from "~/orders/write-back/note-settings.server";
import { Button, QuietLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { planFlash } from "../flash";
import { strings } from "../strings";
import { en } from "../strings.en";
import { es } from "../strings.es";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Plan of the first 90 nights – Firstnight" }];

const path = "/admin/company/plan";

const Query = z.object({ company: text(120).optional().catch(undefined) });

const dayOfPlan = wholeNumber(1, lastPlanDay, `Enter a day from 1 to ${lastPlanDay}.`);
const types = Object.keys(planTypes) as [PlanType, ...PlanType[]];
const Company = z.object({ company: text(120) });
const Change = z.discriminatedUnion("change", [
  Company.extend({ change: z.enum(["defaults", "start", "end", "restart"]) }),
  Company.extend({ change: z.literal("remove"), item: recordId }),
  Company.extend({
    change: z.literal("add"),
    day: dayOfPlan,
    last_day: optional(dayOfPlan),
    type: z.enum(types, "Choose what happens."),
    kind: z.preprocess((typed) => (typed === "" ? undefined : typed), recordId.optional()),
  }),
]);
type Change = z.output<typeof Change>;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: Query }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const company = await findCompany(app.reads, input.company ?? names[0]);
    const kinds = await listKinds(app.reads, company.id);
    const items = await listPlanItems(app.reads, company.id);
    const isOn = company.first_nights === 1;
    return {
      names,
      company: company.name,
      isOn,
      kinds: kinds.filter(({ active }) => active === 1).map(({ id, name }) => ({ id, name })),
      items: items.map((item) => ({
        ...item,
        kind: kinds.find(({ id }) => id === item.kind_id)?.name ?? null,
      })),
      preview: items.map((item) => previewOf(item, localDate(app.clock.now(), staffZone))),
      withoutNotes: items.some(({ type }) => type === "note")
        ? await listDatabasesWithoutNotes(app.reads, company.id)
        : [],
      unplanned: isOn && items.length > 0 ? await countUnplanned(app, company.id) : 0,
      planned: await countPlanned(app, company.id),
      endedTogether: await countEndedTogether(app, company.id),
      toast: await takeFlash(args, planFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: Change }, async ({ app, who, input }) => {
    const company = await findCompany(app.reads, input.company);
    return redirectWithFlash<typeof planFlash>(
      args,
      `${path}?company=${encodeURIComponent(company.name)}`,
      await change(app, who, company.id, input),
    );
  });

/** When an item is due after a setup visit today, and what the patient reads about it. */
function previewOf(item: PlanItem, today: string) {
  const at = dueAt(item, today, staffZone);
  const first = formatDay(at, staffZone);
  const last = formatDay(dueAt({ ...item, day: item.last_day ?? item.day }, today, staffZone), staffZone);
  return {
    when: `${first}${last === first ? "" : ` to ${last}`}, ${formatClock(at, staffZone)}`,
    patient: item.type === "note" ? null : strings.plan[item.type],
  };
}

async function change(
  app: App,
  who: Staff,
  companyId: number,
  input: Change,
): Promise<keyof typeof planFlash> {
  switch (input.change) {
    case "defaults":
      await addDefaultPlan(app, who, companyId);
      return "plan-saved";
    case "start":
      return (await startPlans(app, who, companyId)) > 0 ? "plans-started" : "plans-none";
    case "end":
      await endPlans(app, who, companyId);
      return "plans-ended";
    case "restart":
      return (await restartPlans(app, who, companyId)) > 0 ? "plans-restarted" : "plans-none";
    case "remove":
      await removePlanItem(app, who, companyId, input.item);
      return "plan-saved";
    case "add": {
      const { day, last_day: last = day, type, kind = null } = input;
      if (last < day) throw invalidField("last_day", `Enter day ${day} or a later one, or leave this empty.`);
      await addPlanItem(app, who, companyId, {
        day,
        last_day: last > day ? last : null,
        type,
        kind_id: type === "visit" ? kind : null,
      });
      return "plan-saved";
    }
  }
}

const whatHappens = ({ type, kind }: Pick<PlanItem, "type"> & { kind: string | null }): string =>
  type === "visit" ? `${planTypes.visit}: ${kind ?? "re-evaluation with the doctor"}` : planTypes[type];

export default function CompanyPlan() {
  const { names, company, isOn, kinds, items, preview, withoutNotes, unplanned, planned, ...loaded } =
    useLoaderData<typeof loader>();
  const { endedTogether, toast } = loaded;
  const problem = useActionData<typeof action>()?.problem;
  const isAdding = problem?.typed.change === "add";
  const ofCompany = <input type="hidden" name="company" value={company} />;
  return (
    <StaffShell
      title="Plan of the first 90 nights"
      subtitle={`What ${company} does after a completed setup visit`}
      here="/admin/company"
      toast={toast}
      actions={<QuietLink href={`/admin/company?company=${encodeURIComponent(company)}`}>Company</QuietLink>}
    >
      <CompanyTabs names={names} current={company} path={path} />
      <div className="stack">
        {problem && !isAdding && <Problem />}
        {!isOn && (
          <Notice>
            The first 90 nights are turned off for this company, so no new setup starts the plan. Turn them on
            under Company.
          </Notice>
        )}
        {items.length === 0 ? (
          <PostForm className="panel reading stack">
            <p>
              Nothing is planned. The default plan asks patients how it's going, on days{" "}
              {defaultPlan.flatMap(({ type, day }) => (type === "check_in" ? [day] : [])).join(", ")}. Staff
              call on days 7 and 60, and about the re-evaluation on day 31.
            </p>
            {ofCompany}
            <input type="hidden" name="change" value="defaults" />
            <FormButtons>Use the default plan</FormButtons>
          </PostForm>
        ) : (
          <>
            <p className="soft">
              Days count from the setup visit. Check-ins are sent at 10 AM, and calls are listed at 9 AM, both
              where the patient is. A call on a weekend moves to Monday. A range begins on its first day. A
              check-in in a range moves away from the patient's visits, and isn't sent after the last day.
              Patients who have started keep their plan.
            </p>
            {withoutNotes.length > 0 && (
              <Notice tone="warn">
                Notes are off for {withoutNotes.join(", ")}, so the plan writes none there. Turn them on under{" "}
                <a href="/admin/databases">Databases</a>.
              </Notice>
            )}
            <Table
              caption="Plan"
              rows={items.map((item, index) => ({ ...item, ...preview[index] }))}
              rowKey={({ id }) => id}
              empty=""
              stacks
              columns={[
                { head: "Day", align: "right", cell: daysText },
                { head: "What happens", cell: whatHappens },
                { head: "After a setup today", align: "when", cell: ({ when }) => when },
                {
                  head: "The patient reads on My visit",
                  cell: ({ patient }) => patient ?? <span className="soft">Nothing</span>,
                },
                {
                  head: "Change",
                  cell: ({ id, type, kind, ...days }) => (
                    <form method="post">
                      {ofCompany}
                      <input type="hidden" name="item" value={id} />
                      <Button
                        look="quiet"
                        size="small"
                        name="change"
                        value="remove"
                        aria-label={`Remove ${daysText(days).toLowerCase()}: ${whatHappens({ type, kind })}`}
                      >
                        Remove
                      </Button>
                    </form>
                  ),
                },
              ]}
            />
          </>
        )}
        {items.some(({ type }) => type === "check_in") && (
          <details className="panel reading">
            <summary>What patients read in a check-in</summary>
            <div className="stack">
              {[en, es].map(({ text: written }) => (
                <p key={written}>{fill(written, { company, link: "[link]" })}</p>
              ))}
              <p className="soft">
                Each text also has the company's phone number and how to opt out. Patients without texts get
                an email with the same question.
              </p>
            </div>
          </details>
        )}
        {items.length < mostItems && (
          <PostForm className="panel reading" problem={isAdding ? problem : null}>
            <h2>Add to the plan</h2>
            {items.length > 0 && (
              <p className="soft">
                {plural(items.length, "item")} of at most {mostItems}. Items are in the order of their days.
                To move one, remove it and add it on another day.
              </p>
            )}
            {isAdding && <Problem />}
            {ofCompany}
            <input type="hidden" name="change" value="add" />
            <div className="pair">
              <Field
                name="day"
                label="Day after the setup visit"
                hint={`From 1 to ${lastPlanDay}.`}
                inputMode="numeric"
                maxLength={3}
                required
              />
              <Field
                name="last_day"
                label="To day (optional)"
                hint="For a range, like day 5 to 8."
                inputMode="numeric"
                maxLength={3}
              />
            </div>
            <Choice name="type" label="What happens">
              {types.map((type) => (
                <option key={type} value={type}>
                  {planTypes[type]}
                </option>
              ))}
            </Choice>
            <Choice
              name="kind"
              label="Kind of visit"
              hint="Only for a visit to book. The doctor does the re-evaluation, from day 31 to 91. Choose a kind for a visit with your own therapists."
            >
              <option value="">Re-evaluation with the doctor</option>
              {kinds.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
            <FormButtons>Add</FormButtons>
          </PostForm>
        )}
        {endedTogether && (
          <PostForm className="panel reading stack">
            <h2>Plans that were ended</h2>
            <p>
              On {formatDay(endedTogether.at, staffZone)}, the plans of all patients were ended. Of these,{" "}
              {plural(endedTogether.patients, "patient")} {endedTogether.patients === 1 ? "has" : "have"}{" "}
              check-ins or planned calls that would still be ahead. If you start the plans again, these are
              sent and listed on their days, even if the first 90 nights are turned off. Steps whose day has
              passed are left out.
            </p>
            {ofCompany}
            <input type="hidden" name="change" value="restart" />
            <FormButtons>{`Start the plan again for ${plural(endedTogether.patients, "patient")}`}</FormButtons>
          </PostForm>
        )}
        {unplanned > 0 && (
          <PostForm className="panel reading stack">
            <h2>Patients without a plan</h2>
            <p>
              {plural(unplanned, "patient")} completed a setup visit in the last 90 days without a plan. They
              get nothing until you start it. Their days count from their own visit, and steps whose day has
              passed are left out. So a patient whose visit was 20 days ago gets the steps after day 20.
            </p>
            <p className="soft">
              To start with a few patients, open each patient's order, then First 90 nights, and follow them
              there.
            </p>
            {ofCompany}
            <input type="hidden" name="change" value="start" />
            <FormButtons>{`Start the plan for ${plural(unplanned, "patient")}`}</FormButtons>
          </PostForm>
        )}
        {planned > 0 && (
          <details className="panel reading">
            <summary>End the plans</summary>
            <PostForm className="stack">
              <p>
                {plural(planned, "patient")} {planned === 1 ? "has" : "have"} steps ahead. Their check-ins and
                planned calls go on, even if the first 90 nights are turned off for the company. If you end
                the plans, no more are sent or listed. Open calls stay on the worklist, and nights and
                readings stay saved. You can start the plans again on this page, or supervisors a patient's
                plan under Plan and readings.
              </p>
              {ofCompany}
              <input type="hidden" name="change" value="end" />
              <Button look="danger">{`End the plan for ${plural(planned, "patient")}`}</Button>
            </PostForm>
          </details>
        )}
      </div>
    </StaffShell>
  );
}
