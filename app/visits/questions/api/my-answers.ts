import * as z from "zod";
import { example } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import { api, method } from "~/http/api.server";
import { requirePatient } from "../../require-patient";
import { visitStrings } from "../../strings";
import { findMyQuestionnaire, type GivenAnswer, saveAnswers } from "../answers.server";
import { questionTypes } from "../question";
import { listMissing } from "../questionnaire";

const value = z.union([z.string().max(2000), z.array(z.string().max(2000)).max(20), z.null()]);

const Answers = z.object({
  /** By question ID. Choices are the English texts. Null removes an answer. Questions left out stay as they are. */
  answers: example(z.record(z.string().regex(/^\d{1,15}$/), value), {}),
});

const Output = z.object({
  questions: z.array(
    z.object({
      id: z.number().int(),
      type: z.enum(questionTypes),
      text: z.string(),
      text_es: z.string(),
      options: z.array(z.string()),
      options_es: z.array(z.string()),
      required: z.boolean(),
    }),
  ),
  answers: z.record(z.string(), value),
  /** The IDs of questions with a photo. Photos are added on the My visit page. */
  photos: z.array(z.number().int()),
  /** The IDs of required questions without an answer. */
  missing: z.array(z.number().int()),
});

export const { loader, action } = api({
  GET: method({
    summary: "The questions before the patient's own visit, and the answers",
    allow: ["patient"],
    input: z.object({}),
    output: Output,
    async run({ app, who }) {
      const page = await findMyQuestionnaire(app, app.reads, requirePatient(who));
      if (!page) throw new Refusal("missing", visitStrings.noVisit);
      const asked = page.answers.filter(({ question_id }) => question_id !== null);
      return {
        questions: page.questions,
        answers: Object.fromEntries(
          asked
            .filter(({ type }) => type !== "photo")
            .map(({ question_id, type, values }) => [
              String(question_id),
              type === "choices" ? values : (values[0] ?? null),
            ]),
        ),
        photos: asked.flatMap(({ question_id, photo }) =>
          photo && question_id !== null ? [question_id] : [],
        ),
        missing: listMissing(page).map(({ id }) => id),
      };
    },
  }),
  PUT: method({
    summary: "Save answers to the questions before the patient's own visit",
    allow: ["patient"],
    input: Answers,
    output: z.object({ success: z.literal(true) }),
    async run({ app, who, input }) {
      const given = Object.entries(input.answers).map(([id, answer]) => [Number(id), answer] as const);
      await saveAnswers(app, requirePatient(who), new Map<number, GivenAnswer>(given));
      return { success: true as const };
    },
  }),
});
