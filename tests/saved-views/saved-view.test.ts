import { expect, test } from "vitest";
import { ShowCalendars } from "~/dashboard/calendars/calendars-query";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { ShowOrders } from "~/dashboard/orders/orders-query";
import { ShowMessages } from "~/inbox/inbox-schema";
import { type ListName, lists } from "~/saved-views/saved-view";

/** The list's parameters, and the ones that are no filters of it. */
const parameters: Record<ListName, [names: string[], others: string[]]> = {
  appointments: [Object.keys(ListAppointments.shape), ["limit", "cursor"]],
  worklist: [
    Object.keys(ShowCalendars.shape),
    ["tab", "status", "month", "day", "week", "overdue", "ended", "needs", "page", "select", "sort"],
  ],
  orders: [Object.keys(ShowOrders.shape), ["page"]],
  inbox: [
    Object.keys(ShowMessages.shape),
    ["conversationId", "details", "cursor", "before", "star", "reply", "in"],
  ],
};

test.each(Object.entries(parameters))("every filter of the list %s can be saved", (list, [names, others]) => {
  const filters = names.filter((name) => !others.includes(name));
  expect(Object.keys(lists[list as ListName].filters).sort()).toEqual(filters.sort());
});
