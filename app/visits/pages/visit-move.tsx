import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { instantOf, zoneOrUtc } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { findVisitPage } from "../find-visit-page.server";
import type { visitFlash } from "../flash";
import { moveVisit } from "../move-visit.server";
import { requestedStart } from "../moves/requested-start";
import { findEquipmentDay, suggestTimes } from "../moves/suggest-times.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { MoveFields } from "../ui/move-fields";
import { VisitQuestion } from "../ui/visit-question";
import { MoveVisitForm, MoveVisitPage } from "../visit-pages-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Move visit – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: MoveVisitPage }, async ({ app, who, input }) => {
    const page = await findVisitPage(app, who, input);
    const { start_at, timezone } = page.visit;
    const { date, time } = input;
    const start = (date && time && instantOf(date, time, zoneOrUtc(timezone))) || start_at;
    const equipmentDay = await findEquipmentDay(app, page.visit);
    const nearest = await suggestTimes(app, page.visit, start, equipmentDay?.from);
    return { ...page, start, equipmentDay, nearest };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: MoveVisitForm }, async ({ app, who, input }) => {
    const visit = await requireOwnVisit(app.reads, who, input.id);
    const { id, version, accept, back } = input;
    const datetime = requestedStart(input, visit.timezone);
    await moveVisit(app, who, { id, version, datetime, hold: true, accept });
    return redirectBack<typeof visitFlash>(args, who, back, "visit-moved");
  });

export default function MoveVisit() {
  const { start, equipmentDay, nearest, ...page } = useLoaderData<typeof loader>();
  return (
    <VisitQuestion
      {...page}
      change="move"
      title="Move visit"
      verb="Move visit"
      isShort
      secondButton={
        <Button look="quiet" formMethod="get" formNoValidate>
          Show times near this day
        </Button>
      }
    >
      <MoveFields
        start={start}
        equipmentDay={equipmentDay}
        nearest={nearest}
        visit={page.visit}
        back={page.back}
      />
    </VisitQuestion>
  );
}
