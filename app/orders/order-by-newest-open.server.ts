import { sql } from "kysely";

/** Which of a patient's orders is meant where no number names it: an open one before a closed one, the newest first. */
export const newestOpenFirst = sql`orders.closed_at is not null, orders.created_at desc, orders.id desc`;
