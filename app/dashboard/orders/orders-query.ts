import * as z from "zod";
import { optional, text, wholeNumber } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { choice } from "../dashboard-schema";

const orderSorts = ["reached", "step", "db", "patient", "so", "owner", "due"] as const;
export type OrderSort = (typeof orderSorts)[number];

const step = wholeNumber(1, 7, "step must be from 1 to 7.");

/** Ignores other invalid values, so that old links keep working. */
const filters = {
  db: choice,
  search: optional(text(100)).catch(undefined),
  /** The signed-in user, no one, or a user's ID. */
  owner: optional(z.union([z.enum(["me", "none"]), z.string().regex(/^[1-9]\d{0,14}$/)])).catch(undefined),
  due: optional(z.literal("overdue")).catch(undefined),
  sort: z.enum(orderSorts).catch("reached").default("reached"),
  direction: z.enum(["asc", "desc"]).catch("asc").default("asc"),
  page: z.coerce.number().int().min(1).max(1000).catch(1).default(1),
};

export const ShowOrders = z.object({ ...filters, step: optional(step) });
export type ShowOrders = z.output<typeof ShowOrders>;

export const ExportOrders = ShowOrders.omit({ page: true });

/** A step's own list. `therapist` is only the dashboard's filter, to which the list leads back. */
export const ShowStep = z.object({ ...filters, step, therapist: choice });

export type OrderFilters = Partial<Omit<ShowOrders, "sort" | "direction" | "page">> &
  Pick<ShowOrders, "sort" | "direction">;

export const ordersHref = "/orders";

export const linksHref = "/orders/links";

/** The address of a list of orders. @param path `/orders`, or a step's list */
export const ordersPageHref = (path: string, fields: Record<string, string | number | undefined>): string =>
  listHref(path, fields, { sort: "reached", direction: "asc", page: 1 });
