import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { cancelClass } from "../change-class.server";
import { ChangedClass, ClassId } from "../class-schema";
import { findClassView } from "../find-class-view.server";

export const { loader, action } = api({
  POST: method({
    summary: "Cancel a class. Each patient is notified once and can choose another time",
    allow: allStaff,
    input: ClassId,
    output: ChangedClass,
    async run({ app, who, input }) {
      await cancelClass(app, who, input);
      return { success: true as const, class: await findClassView(app.db, input.id) };
    },
  }),
});
