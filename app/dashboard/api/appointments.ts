import * as z from "zod";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { AppointmentRow, ListAppointments } from "~/dashboard/dashboard-schema";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { appointmentRow } from "../visit-views";

export const { loader, action } = api({
  GET: method({
    summary: "Rows of the appointments view",
    allow: supervisors,
    input: ListAppointments,
    output: z.array(AppointmentRow),
    async run({ app, input, args }) {
      const today = localDate(app.clock.now(), zoneForStaff(args.request));
      const { rows, next } = await listAppointments(app.reads, { ...input, today });
      linkNext(args, next);
      return rows.map(appointmentRow);
    },
  }),
});
