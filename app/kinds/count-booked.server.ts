import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";

export interface Booked {
  visits: number;
  /** Scheduled classes, also those in which no one has a seat. */
  classes: number;
}

/** How many upcoming visits and classes there are of a kind or at a place. */
export async function countBooked(
  { reads, clock }: Pick<App, "reads" | "clock">,
  { column, id }: { column: "kind_id" | "place_id"; id: number },
): Promise<Booked> {
  const { visits } = await reads
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("visits"))
    .where(column, "=", id)
    .where("start_at", ">", clock.now())
    .where("status", "in", activeStatuses)
    .executeTakeFirstOrThrow();
  const { classes } = await reads
    .selectFrom("classes")
    .select((eb) => eb.fn.countAll<number>().as("classes"))
    .where(column, "=", id)
    .where("start_at", ">", clock.now())
    .where("status", "=", "scheduled")
    .executeTakeFirstOrThrow();
  return { visits, classes };
}
