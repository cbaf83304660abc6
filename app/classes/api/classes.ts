import * as z from "zod";
import { day, iso } from "~/core/time";
import { allStaff, isSupervisor } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import { ClassJson, ListClasses, ScheduleClass, ScheduledClasses } from "../class-schema";
import { listClasses } from "../classes.server";
import { findClassView } from "../find-class-view.server";
import { scheduleClasses } from "../schedule-class.server";

const shownAhead = 90 * day;

export const { loader, action } = api({
  GET: method({
    summary:
      "List classes, from now and for 90 days unless `from` and `to` say otherwise. Therapists see their own",
    allow: allStaff,
    input: ListClasses,
    output: z.array(ClassJson),
    async run({ app, who, input }) {
      const from = input.from ?? app.clock.now();
      const own = isSupervisor(who) ? undefined : (who.therapistId ?? 0);
      const therapistId = input.therapist ? (await ownTherapist(app.reads, who, input.therapist)).id : own;
      const found = await listClasses(app.reads, {
        therapistId,
        kindId: input.kind,
        from,
        to: input.to ?? from + shownAhead,
        withCanceled: true,
      });
      const matching = found.filter(
        ({ region, company }) =>
          (!input.region || region === input.region) && (!input.company || company === input.company),
      );
      return Promise.all(matching.map(({ id }) => findClassView(app.reads, id)));
    },
  }),
  POST: method({
    summary:
      "Schedule a class, once or weekly. Days of a series on which it can't take place are skipped and listed, or refused with `accept: false`",
    allow: allStaff,
    input: ScheduleClass,
    output: ScheduledClasses,
    async run({ app, who, input }) {
      const { ids, skipped } = await scheduleClasses(app, who, input);
      return {
        success: true as const,
        classes: await Promise.all(ids.map((id) => findClassView(app.db, id))),
        skipped: skipped.map(({ start, reason }) => ({ start: iso(start), reason })),
      };
    },
  }),
});
