import { ICalEventStatus } from "ical-generator";
import type { Tx } from "~/boot/app.server";
import { formatFull, zoneOrUtc } from "~/core/time";
import { operator } from "~/core/who";
import { block, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { enqueue } from "~/messages/enqueue.server";
import { newCalendar } from "~/visits/notices/calendar-invitation.server";
import { listTherapistsOfClass, requireOwnClass } from "./classes.server";

const news = {
  scheduled: "You lead this class.",
  changed: "This class has changed.",
  cancelled: "This class is canceled. Its patients were notified.",
} as const;

interface Reader {
  id: number;
  name: string;
  email: string;
  timezone: string;
}

/**
 * Emails the therapists of a class what happened, with a calendar entry. It shows how many seats are taken, and never by
 * whom.
 * @param readers the default are the class's therapists
 */
export async function notifyTherapists(
  { trx, app }: Tx,
  classId: number,
  what: keyof typeof news,
  readers?: readonly Reader[],
): Promise<void> {
  const session = await requireOwnClass(trx, operator, classId);
  const { uid, sequence } = await trx
    .selectFrom("classes")
    .select(["uid", "sequence"])
    .where("id", "=", classId)
    .executeTakeFirstOrThrow();
  const href = `${app.config.publicUrl}/classes/${classId}`;
  const seats = `${session.taken} of ${session.seats} seats taken`;
  const where = session.place ?? session.meeting_link ?? "";
  const method = what === "cancelled" ? ("CANCEL" as const) : ("REQUEST" as const);
  const notices = (readers ?? (await listTherapistsOfClass(trx, classId))).map((reader) => {
    const calendar = newCalendar(method);
    const event = calendar.createEvent({
      id: uid,
      sequence,
      stamp: new Date(app.clock.now()),
      start: new Date(session.start_at),
      end: new Date(session.end_at),
      summary: session.kind,
      description: [seats, session.meeting_link, href].filter(Boolean).join("\n"),
      status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: {
        name: session.company.replace(/["\p{Cc}]+/gu, " ").trim(),
        email: app.config.mail.address,
      },
    });
    event.location([session.place, session.address].filter(Boolean).join(", ") || where);
    event.createAttendee({ email: reader.email, name: reader.name, rsvp: method === "REQUEST" });
    return {
      channel: "email" as const,
      recipient: reader.email,
      kind: "class-entry" as const,
      subject: `${session.kind}: ${what === "cancelled" ? "canceled" : what}`,
      body: mailText(
        greeting(reader.name),
        news[what],
        block([formatFull(session.start_at, zoneOrUtc(reader.timezone)), seats, where]),
        linkLine({ label: "Open the class", href }),
      ),
      calendar: { method, text: `${calendar.toString()}\r\n` },
    };
  });
  await enqueue({ trx, app }, notices);
}
