import { sql } from "kysely";

export const newestOpenFirst = sql`orders.closed_at is not null, orders.created_at desc, orders.id desc`;
