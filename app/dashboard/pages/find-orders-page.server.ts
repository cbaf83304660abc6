import type { App } from "~/boot/app.server";
import { localDate } from "~/core/time";
import type { Staff } from "~/core/who";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { listPossibleOwners } from "~/orders/follow-up/follow-up.server";
import { listDatabaseNames } from "~/orders/order-system/databases.server";
import { listOrders } from "../orders/list-orders.server";
import type { OrderFilters } from "../orders/orders-query";

export async function findOrdersPage(
  app: App,
  who: Staff,
  request: Request,
  filters: OrderFilters & { page: number },
) {
  const zone = zoneForStaff(request);
  const now = app.clock.now();
  const today = localDate(now, zone);
  return {
    zone,
    now,
    today,
    list: await listOrders(app.reads, filters, { who, today }),
    owners: await listPossibleOwners(app.reads, null),
    databases: await listDatabaseNames(app.reads),
  };
}
