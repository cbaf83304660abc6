import * as z from "zod";
import { asList, filled, flag, recordId, text } from "~/core/fields";
import { hasOptions, mostOptions, questionTypes } from "./question";

/** A company stands for its default kind. */
export const QuestionsQuery = z.object({
  kind: recordId.optional().catch(undefined),
  company: text(120).optional().catch(undefined),
});

const lines = text(2000, "Enter the answers.").transform((typed) =>
  typed
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== ""),
);

export const QuestionForm = z
  .object({
    type: z.enum(questionTypes, "Choose a type."),
    text: filled(300, "Enter the question in English."),
    text_es: filled(300, "Enter the question in Spanish."),
    /** One a line. */
    options: lines.default([]),
    options_es: lines.default([]),
    /** A checkbox sends "false" and, if checked, also "on". */
    required: z.preprocess((typed) => asList(typed).at(-1), flag).default(false),
  })
  .transform((question) =>
    hasOptions(question.type) ? question : { ...question, options: [], options_es: [] },
  )
  .superRefine(({ type, options, options_es }, context) => {
    const refuse = (field: "options" | "options_es", message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (!hasOptions(type)) return;
    if (options.length < 2 || options.length > mostOptions) {
      refuse("options", `Enter 2 to ${mostOptions} answers, one a line.`);
    } else if (new Set(options).size !== options.length) {
      refuse("options", "Enter each answer once.");
    } else if (options.some((option) => option.length > 100)) {
      refuse("options", "Use at most 100 characters for an answer.");
    } else if (options_es.length !== options.length) {
      refuse("options_es", `Enter the same ${options.length} answers in Spanish, in the same order.`);
    }
  });

export const ChangeQuestions = z.discriminatedUnion("change", [
  z.object({ change: z.literal("add"), kind: recordId }),
  z.object({ change: z.literal("defaults"), kind: recordId }),
  z.object({ change: z.enum(["save", "remove", "up"]), kind: recordId, question: recordId }),
]);
