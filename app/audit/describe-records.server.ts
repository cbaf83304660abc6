import type { Db } from "~/db/open.server";
import { describeActor } from "./describe-actor";

interface Entry {
  user_id: number | null;
  user_email: string | null;
  subject: string | null;
}

interface DescribedRecord {
  /** "the order of patient 20404" */
  text: string;
  href: string | null;
}

const idsOf = (subjects: readonly (string | null)[], kind: string): number[] =>
  subjects.flatMap((subject) => {
    const [, found, id] = /^(\w+) (\d+)$/.exec(subject ?? "") ?? [];
    return found === kind ? Number(id) : [];
  });

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Adds to each entry who acted and on which record, in words. Deleted records keep their number. */
export async function describeEntries<Found extends Entry>(db: Db, entries: readonly Found[]) {
  const subjects = [
    ...entries.map(({ subject }) => subject),
    // "patient of order 12"
    ...entries.map(({ user_email }) => /order \d+$/.exec(user_email ?? "")?.[0] ?? null),
  ];
  const visits = byId(
    await db
      .selectFrom("visits")
      .innerJoin("orders", "orders.id", "visits.order_id")
      .select(["visits.id", "orders.patient_id"])
      .where("visits.id", "in", idsOf(subjects, "visit"))
      .execute(),
  );
  const orders = byId(
    await db
      .selectFrom("orders")
      .select(["id", "patient_id"])
      .where("id", "in", idsOf(subjects, "order"))
      .execute(),
  );
  const conversations = byId(
    await db
      .selectFrom("threads")
      .select(["id", "patient_id"])
      .where("id", "in", idsOf(subjects, "thread"))
      .execute(),
  );
  const therapists = byId(
    await db
      .selectFrom("therapists")
      .select(["id", "name"])
      .where("id", "in", idsOf(subjects, "therapist"))
      .execute(),
  );
  const userIds = [...idsOf(subjects, "user"), ...entries.flatMap(({ user_id }) => user_id ?? [])];
  const users = byId(
    await db.selectFrom("users").select(["id", "name"]).where("id", "in", userIds).execute(),
  );
  const companies = byId(
    await db
      .selectFrom("companies")
      .select(["id", "name"])
      .where("id", "in", idsOf(subjects, "company"))
      .execute(),
  );

  function recordOf(subject: string): DescribedRecord {
    const [, kind = "", rest = ""] = /^(saved reply|\w+) (.+)$/.exec(subject) ?? [];
    const id = Number(rest);
    const numbered = (text: string) => ({ text: `${text} ${rest}`, href: null });
    const ofPatient = (record: { patient_id: number | null } | undefined, noun: string, href: string) => ({
      text: record?.patient_id ? `the ${noun} of patient ${record.patient_id}` : `${noun} ${rest}`,
      href: record ? href : null,
    });
    switch (kind) {
      case "visit":
        return ofPatient(visits.get(id), "visit", `/visits/${id}`);
      case "order":
        return ofPatient(orders.get(id), "order", `/orders/${id}`);
      case "thread":
        return ofPatient(conversations.get(id), "conversation", `/messages/${id}`);
      case "therapist": {
        const name = therapists.get(id)?.name;
        return name ? { text: `therapist ${name}`, href: `/therapists/${id}` } : numbered("therapist");
      }
      case "user":
        return { text: `the account of ${users.get(id)?.name ?? `user ${rest}`}`, href: null };
      case "company":
        return { text: companies.get(id)?.name ?? `company ${rest}`, href: null };
      case "class":
        return { text: `class ${rest}`, href: `/classes/${rest}` };
      case "import":
        return { text: `import ${rest}`, href: `/admin/import/${rest}` };
      case "outbox":
        return numbered("message");
      case "integration":
        return { text: `the integration ${rest}`, href: null };
      case "database":
        return { text: `the database ${rest}`, href: null };
      default:
        return { text: subject, href: null };
    }
  }

  function actorOf({ user_id, user_email }: Entry): string {
    const name = user_id === null ? undefined : users.get(user_id)?.name;
    if (name) return name;
    const [, order] = /(order \d+)$/.exec(user_email ?? "") ?? [];
    const who = describeActor(user_email);
    if (who && order) {
      const patientId = orders.get(Number(order.slice("order ".length)))?.patient_id;
      if (!patientId) return capitalized(`${who} of ${order}`);
      return who === "the patient" ? `Patient ${patientId}` : `The helper of patient ${patientId}`;
    }
    if (user_email === "command line") return "The server or the command line";
    return user_email ? capitalized(user_email.replace(/^integration /, "the integration ")) : "Someone";
  }

  return entries.map((entry) => ({
    ...entry,
    actor: actorOf(entry),
    record: entry.subject === null ? null : recordOf(entry.subject),
  }));
}

const capitalized = (text: string) => (/^the /.test(text) ? `T${text.slice(1)}` : text);
