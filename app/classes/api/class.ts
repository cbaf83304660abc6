import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { changeClass } from "../change-class.server";
import { ChangeClass, ChangedClass } from "../class-schema";
import { findClassView } from "../find-class-view.server";

export const { loader, action } = api({
  PATCH: method({
    summary:
      "Change a class's time, therapists, seats, or meeting link. After a new time, each patient gets one notice",
    allow: allStaff,
    input: ChangeClass,
    output: ChangedClass,
    async run({ app, who, input }) {
      await changeClass(app, who, input);
      return { success: true as const, class: await findClassView(app.db, input.id) };
    },
  }),
});
