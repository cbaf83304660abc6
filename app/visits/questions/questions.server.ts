import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { defaultQuestions } from "./default-questions";
import { mostQuestions, type Question, type QuestionFields, questionOf } from "./question";

const columns = [
  "questions.id",
  "questions.type",
  "questions.text",
  "questions.text_es",
  "questions.options",
  "questions.options_es",
  "questions.required",
] as const;

/** In the order in which they are asked. */
export async function listQuestions(db: Db, kindId: number): Promise<Question[]> {
  const rows = await db
    .selectFrom("questions")
    .select(columns)
    .where("kind_id", "=", kindId)
    .orderBy("position")
    .execute();
  return rows.map(questionOf);
}

/** The questions of each visit's kind, in the order in which they are asked. A visit without a kind has the default one. */
export async function listQuestionsOfVisits(
  db: Db,
  visitIds: readonly number[],
): Promise<Map<number, Question[]>> {
  if (visitIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("visits")
    .innerJoin("databases", "databases.name", "visits.brightree_db")
    .innerJoin("questions", (join) =>
      join.on((eb) =>
        eb(
          "questions.kind_id",
          "=",
          eb.fn.coalesce(
            "visits.kind_id",
            eb
              .selectFrom("visit_kinds")
              .select("visit_kinds.id")
              .whereRef("visit_kinds.company_id", "=", "databases.company_id")
              .where("visit_kinds.is_default", "=", 1),
          ),
        ),
      ),
    )
    .select(["visits.id as visit_id", ...columns])
    .where("visits.id", "in", visitIds)
    .orderBy("questions.position")
    .execute();
  const found = new Map<number, Question[]>();
  for (const { visit_id, ...row } of rows) {
    found.set(visit_id, [...(found.get(visit_id) ?? []), questionOf(row)]);
  }
  return found;
}

/** @throws Refusal "invalid" if the kind already has ten questions; "missing" */
export const addQuestion = (app: App, who: Who, kindId: number, fields: QuestionFields): Promise<void> =>
  change(app, who, kindId, (context) => insert(context, kindId, [fields]));

/** Adds the questions for CPAP setups. @throws Refusal "conflict" if the kind has questions */
export const useDefaultQuestions = (app: App, who: Who, kindId: number): Promise<void> =>
  change(app, who, kindId, async (context) => {
    if ((await listQuestions(context.trx, kindId)).length > 0) {
      throw new Refusal("conflict", "This kind of visit already has questions. Remove them first.");
    }
    await insert(context, kindId, defaultQuestions);
  });

/** Answers keep the question as it was asked. @throws Refusal "missing"; "conflict" for another type */
export const saveQuestion = (
  app: App,
  who: Who,
  { kindId, id }: { kindId: number; id: number },
  fields: QuestionFields,
): Promise<void> =>
  change(app, who, kindId, async ({ trx }) => {
    const { type } = await requireQuestion(trx, kindId, id);
    if (type !== fields.type) {
      throw new Refusal(
        "conflict",
        "A question's type can't change. Remove the question and add another one.",
      );
    }
    await trx.updateTable("questions").set(rowOf(fields)).where("id", "=", id).execute();
  });

/** Its answers stay. @throws Refusal "missing" */
export const removeQuestion = (app: App, who: Who, kindId: number, id: number): Promise<void> =>
  change(app, who, kindId, async ({ trx }) => {
    await requireQuestion(trx, kindId, id);
    await trx.deleteFrom("questions").where("id", "=", id).execute();
  });

/** Moves a question before the one above it. The first one stays. @throws Refusal "missing" */
export const moveQuestionUp = (app: App, who: Who, kindId: number, id: number): Promise<void> =>
  change(app, who, kindId, async ({ trx }) => {
    await requireQuestion(trx, kindId, id);
    const ids = (await listQuestions(trx, kindId)).map((question) => question.id);
    const at = ids.indexOf(id);
    if (at > 0) ids.splice(at - 1, 2, id, ids[at - 1] ?? id);
    for (const [position, question] of ids.entries()) {
      await trx.updateTable("questions").set({ position }).where("id", "=", question).execute();
    }
  });

function change(app: App, who: Who, kindId: number, run: (context: Tx) => Promise<void>): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const kind = await trx.selectFrom("visit_kinds").select("id").where("id", "=", kindId).executeTakeFirst();
    if (!kind) throw new Refusal("missing", "This kind of visit doesn't exist.");
    await run({ trx, app, who });
    await logAudit({ trx, app, who }, "kind.questions-changed", `kind ${kindId}`);
  });
}

async function insert({ trx }: Tx, kindId: number, added: readonly QuestionFields[]): Promise<void> {
  const last = await trx
    .selectFrom("questions")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("position").as("position")])
    .where("kind_id", "=", kindId)
    .executeTakeFirstOrThrow();
  if (last.count + added.length > mostQuestions) {
    throw new Refusal("invalid", `A kind of visit has at most ${mostQuestions} questions. Remove one first.`);
  }
  const position = last.count === 0 ? 0 : last.position + 1;
  await trx
    .insertInto("questions")
    .values(
      added.map((fields, index) => ({
        kind_id: kindId,
        position: position + index,
        type: fields.type,
        ...rowOf(fields),
      })),
    )
    .execute();
}

const rowOf = ({ text, text_es, options, options_es, required }: QuestionFields) => ({
  text,
  text_es,
  options: JSON.stringify(options),
  options_es: JSON.stringify(options_es),
  required: Number(required),
});

async function requireQuestion(trx: Db, kindId: number, id: number): Promise<Question> {
  const found = (await listQuestions(trx, kindId)).find((question) => question.id === id);
  if (!found) throw new Refusal("missing", "This question was removed. Reload the page.");
  return found;
}
