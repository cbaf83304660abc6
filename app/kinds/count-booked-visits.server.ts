import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";

/** How many upcoming visits are booked of a kind or at a place. */
export async function countBookedVisits(
  { reads, clock }: Pick<App, "reads" | "clock">,
  { column, id }: { column: "kind_id" | "place_id"; id: number },
): Promise<number> {
  const { visits } = await reads
    .selectFrom("visits")
    .select((eb) => eb.fn.countAll<number>().as("visits"))
    .where(column, "=", id)
    .where("start_at", ">", clock.now())
    .where("status", "in", activeStatuses)
    .executeTakeFirstOrThrow();
  return visits;
}
