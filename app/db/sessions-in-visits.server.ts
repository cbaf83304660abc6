import { type RawBuilder, sql } from "kysely";
import { minute } from "~/core/time";
import { longestVisit } from "~/core/visit-length";

/** A therapist's session doesn't end during a confirmed visit, nor in this time after it. */
export const timeAfterVisit = 15 * minute;

/**
 * A condition on the tables `therapists` and `visits`: a visit of the therapist is in progress at a time, or ended shortly before
 * it. Closing the visit early changes nothing.
 * @param at ms UTC
 */
export const whereInVisit = (at: number | RawBuilder<number>): RawBuilder<boolean> => sql<boolean>`
  visits.therapist_id = therapists.id
  and visits.status in ('confirmed', 'completed', 'no show')
  and visits.start_at <= ${at} and visits.start_at > ${at} - ${sql.lit(longestVisit + timeAfterVisit)}
  and visits.end_at > ${at} - ${sql.lit(timeAfterVisit)}`;

/** A condition on the table `sessions`: its user is in a visit. Such a session isn't deleted with the expired ones. */
export const whereUserInVisit = (now: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from therapists cross join visits
  where therapists.user_id = sessions.user_id and ${whereInVisit(now)})`;
