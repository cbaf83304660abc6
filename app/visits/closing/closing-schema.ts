import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { asList, flag, optional, recordId } from "~/core/fields";
import { closeReasons } from "~/orders/closed-orders";
import { noteText } from "~/orders/follow-up/follow-up-schema";

const mostOrders = 100;

const ids = z
  .preprocess(asList, z.array(recordId).max(mostOrders, `Select at most ${mostOrders} orders.`))
  .transform((list) => [...new Set(list)]);

const reason = z.enum(Object.keys(closeReasons) as [keyof typeof closeReasons], "Choose a reason.");

/** By default, patients are notified of the cancellation, except after a death. */
const notify = optional(flag);

/** A note for the order, in addition to the reason. */
const note = optional(noteText(0));

export const ShowCloseOrders = z.object({ order: ids, back: returnPath });

export const CloseOrdersForm = z.object({
  /** Not named like the page's parameter, which would replace it if no order is checked. */
  close: ids.refine((list) => list.length > 0, "Select at least one order."),
  reason,
  notify,
  note,
  back: returnPath,
});

export const CloseOrder = z.object({ id: recordId, reason, notify, note });
export type CloseOrder = z.output<typeof CloseOrder>;

export const OrderToReopen = z.object({ id: recordId });

export const ReopenOrderForm = OrderToReopen.extend({ back: returnPath });

export const ClosedOrder = z.object({
  ok: z.literal(true),
  order_id: z.number().int(),
  /** False if it was already closed. */
  changed: z.boolean(),
  canceled_visit: z.number().int().nullable(),
});

export const ReopenedOrder = z.object({
  ok: z.literal(true),
  order_id: z.number().int(),
  /** False if the order system still has it as closed. */
  open: z.boolean(),
});
