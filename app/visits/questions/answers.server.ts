import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import { fill } from "~/core/language/strings";
import { type FieldMessages, Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visitStrings } from "../strings";
import { isOver } from "../visit";
import { findActiveVisit } from "../visits.server";
import { type Photo, reencodePhoto } from "./photos/reencode-photo.server";
import { type Answer, longestAnswer, type Question } from "./question";
import { fieldOf, type Questionnaire } from "./questionnaire";
import { listQuestionsOfVisits } from "./questions.server";
import { strings } from "./strings";

/** Visits without questions and answers are left out. */
export async function listQuestionnaires(
  db: Db,
  visitIds: readonly number[],
): Promise<Map<number, Questionnaire>> {
  if (visitIds.length === 0) return new Map();
  const questions = await listQuestionsOfVisits(db, visitIds);
  const rows = await db
    .selectFrom("visit_answers")
    .leftJoin("answer_photos", "answer_photos.answer_id", "visit_answers.id")
    .select([
      "visit_answers.id",
      "visit_answers.visit_id",
      "visit_answers.question_id",
      "visit_answers.type",
      "visit_answers.asked",
      "visit_answers.value",
      "answer_photos.id as photo_id",
      "answer_photos.width",
      "answer_photos.height",
    ])
    .where("visit_answers.visit_id", "in", visitIds)
    .orderBy("visit_answers.id")
    .execute();
  const found = new Map<number, Questionnaire>();
  for (const id of visitIds) {
    const own = questions.get(id) ?? [];
    const place = (answer: Answer) => {
      const at = own.findIndex((question) => question.id === answer.question_id);
      return at === -1 ? own.length : at;
    };
    const answers = rows
      .filter(({ visit_id }) => visit_id === id)
      .map(
        ({ photo_id, width, height, value, ...row }): Answer => ({
          id: row.id,
          question_id: row.question_id,
          type: row.type,
          asked: row.asked,
          values: valuesIn(row.type, value),
          photo: photo_id === null ? null : { id: photo_id, width: width ?? 0, height: height ?? 0 },
        }),
      )
      .sort((a, b) => place(a) - place(b));
    if (own.length > 0 || answers.length > 0) found.set(id, { questions: own, answers });
  }
  return found;
}

const valuesIn = (type: Answer["type"], value: string): string[] => {
  if (type === "photo") return [];
  return type === "choices" ? (JSON.parse(value) as string[]) : [value];
};

/** Null if the patient has no upcoming visit or their visit has no questions. */
export async function findMyQuestionnaire(app: App, db: Db, who: Patient): Promise<MyQuestionnaire | null> {
  const visit = await findActiveVisit(db, who.orderId);
  if (!visit || isOver(visit, app.clock.now())) return null;
  const found = (await listQuestionnaires(db, [visit.id])).get(visit.id);
  return found && found.questions.length > 0 ? { ...found, visitId: visit.id } : null;
}

interface MyQuestionnaire extends Questionnaire {
  visitId: number;
}

/** A text, the English texts of chosen options, a photo's file, or null to remove the answer. */
export type GivenAnswer = string | string[] | Blob | null;

/**
 * Saves the patient's answers, by question. Other answers stay. If some can't be saved, the others are.
 * @throws Refusal "missing" without an upcoming visit; "invalid" with the reason for each question, in fields named
 *   `answer-ID`
 */
export async function saveAnswers(
  app: App,
  who: Patient,
  given: ReadonlyMap<number, GivenAnswer>,
): Promise<void> {
  const mine = await findMyQuestionnaire(app, app.reads, who);
  if (!mine) throw new Refusal("missing", visitStrings.noVisit);
  const problems: FieldMessages = {};
  const values = new Map<number, Stored | null>();
  for (const [id, answer] of given) {
    try {
      const question = mine.questions.find((one) => one.id === id);
      if (!question) throw new Refusal("invalid", strings.noSuchQuestion);
      values.set(id, await storedOf(question, answer));
    } catch (error) {
      // If too many photos wait, the patient tries again.
      if (!(error instanceof Refusal) || error.code !== "invalid") throw error;
      problems[fieldOf(id)] = [error.message];
    }
  }
  if (values.size > 0) await app.db.transaction().execute((trx) => write({ trx, app, who }, values));
  const [first] = Object.values(problems).flat();
  if (first !== undefined) throw new Refusal("invalid", first, { fields: problems });
}

interface Stored {
  value: string;
  photo?: Photo;
}

/** @throws Refusal "invalid" */
async function storedOf(question: Question, answer: GivenAnswer): Promise<Stored | null> {
  if (question.type === "photo") {
    if (answer === null) return null;
    if (!(answer instanceof Blob)) throw new Refusal("invalid", strings.photo.onPage);
    return { value: "", photo: await reencodePhoto(answer) };
  }
  if (answer instanceof Blob) throw new Refusal("invalid", strings.notAChoice);
  const texts = [answer ?? []]
    .flat()
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const [text] = texts;
  if (text === undefined) return null;
  switch (question.type) {
    case "choices":
      if (texts.some((one) => !question.options.includes(one))) {
        throw new Refusal("invalid", strings.notAChoice);
      }
      return { value: JSON.stringify(question.options.filter((option) => texts.includes(option))) };
    case "choice":
    case "yes-no": {
      const options = question.type === "choice" ? question.options : ["yes", "no"];
      if (texts.length > 1 || !options.includes(text)) throw new Refusal("invalid", strings.notAChoice);
      return { value: text };
    }
    default: {
      const count = longestAnswer[question.type];
      if (text.length > count) throw new Refusal("invalid", fill(strings.tooLong, { count }));
      return { value: text };
    }
  }
}

/** Once more inside the transaction, because the visit or its questions may have changed while a photo was read. */
async function write(
  { trx, app, who }: Tx<Patient>,
  values: ReadonlyMap<number, Stored | null>,
): Promise<void> {
  const mine = await findMyQuestionnaire(app, trx, who);
  if (!mine) throw new Refusal("missing", visitStrings.noVisit);
  const changed: number[] = [];
  for (const [id, stored] of values) {
    const question = mine.questions.find((one) => one.id === id);
    if (!question) continue;
    const of = { visit_id: mine.visitId, question_id: id };
    const before = mine.answers.find(({ question_id }) => question_id === id);
    if (!stored) {
      if (!before) continue;
      await trx.deleteFrom("visit_answers").where("id", "=", before.id).execute();
      changed.push(id);
      continue;
    }
    const isSame =
      before?.asked === question.text &&
      !stored.photo &&
      valuesIn(question.type, stored.value).join("\n") === before.values.join("\n");
    if (isSame) continue;
    const row = {
      type: question.type,
      asked: question.text,
      value: stored.value,
      answered_at: app.clock.now(),
    };
    const { id: answerId } = await trx
      .insertInto("visit_answers")
      .values({ ...of, ...row })
      .onConflict((conflict) => conflict.columns(["visit_id", "question_id"]).doUpdateSet(row))
      .returning("id")
      .executeTakeFirstOrThrow();
    if (stored.photo) await writePhoto({ trx, app }, answerId, stored.photo);
    changed.push(id);
  }
  if (changed.length === 0) return;
  await logAudit({ trx, app, who }, "order.questions-answered", `order ${who.orderId}`, {
    questions: changed,
  });
}

async function writePhoto({ trx, app: { secrets } }: AppTx, answerId: number, photo: Photo): Promise<void> {
  await trx.deleteFrom("answer_photos").where("answer_id", "=", answerId).execute();
  await trx
    .insertInto("answer_photos")
    .values({
      answer_id: answerId,
      width: photo.width,
      height: photo.height,
      image_sealed: secrets.seal(photo.image),
      thumbnail_sealed: secrets.seal(photo.thumbnail),
    })
    .execute();
}
