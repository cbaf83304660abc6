import type { Row } from "~/db/tables";

export const questionTypes = ["short", "long", "choice", "choices", "yes-no", "photo"] as const;
export type QuestionType = (typeof questionTypes)[number];

export const mostQuestions = 10;
export const mostOptions = 20;

/** The most characters of an answer. */
export const longestAnswer = { short: 200, long: 2000 };

export interface QuestionFields {
  type: QuestionType;
  text: string;
  text_es: string;
  /** Both lists have the same length. Empty unless the patient chooses. */
  options: string[];
  options_es: string[];
  required: boolean;
}

export interface Question extends QuestionFields {
  id: number;
}

export const hasOptions = (type: QuestionType): boolean => type === "choice" || type === "choices";

export const questionOf = (row: Omit<Row<"questions">, "kind_id" | "position">): Question => ({
  id: row.id,
  type: row.type,
  text: row.text,
  text_es: row.text_es,
  options: JSON.parse(row.options) as string[],
  options_es: JSON.parse(row.options_es) as string[],
  required: row.required === 1,
});

/** An answer to a question: a text, the English texts of the chosen options, or "yes" or "no". */
export interface Answer {
  id: number;
  /** Null after the question was removed. */
  question_id: number | null;
  type: QuestionType;
  /** The question as it was asked, in English. */
  asked: string;
  /** Several only for several choices. Empty for a photo. */
  values: string[];
  /** Null if the answer has no photo. Sizes in pixels. */
  photo: { id: number; width: number; height: number } | null;
}
