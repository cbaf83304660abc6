import * as z from "zod";
import { optional, recordId, text } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { choices } from "~/visits/reassign/replacement-choice";
import type { Filters } from "../calendars/calendars-query";
import { choice } from "../dashboard-schema";

const filter = choice.catch(undefined);

const place = {
  day: z.iso
    .date()
    .regex(/^20\d\d/)
    .optional()
    .catch(undefined),
  /** Part of a therapist's name. */
  search: optional(text(100)).catch(undefined),
  region: filter,
  company: filter,
};

/** Ignores invalid values. `change` is the last reassignment. */
export const ShowDayBoard = z.object({ ...place, change: recordId.optional().catch(undefined) });
export type ShowDayBoard = z.output<typeof ShowDayBoard>;

export const ReassignOnBoard = z.object({
  ...place,
  slot: choices.refine(([move]) => move?.slot, "Choose another therapist."),
});

type Place = Partial<Pick<ShowDayBoard, "day" | "search" | "region" | "company" | "change">>;

export const dayBoardHref = ({ day, search, region, company, change }: Place) =>
  listHref("/calendars/day-board", { day, search, region, company, change });

/** The calendars' filters, as far as the day board has them. */
export const boardFilters = ({ therapist, region, company }: Filters): Place => ({
  search: therapist,
  region,
  company,
});
