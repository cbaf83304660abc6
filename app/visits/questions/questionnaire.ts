import type { Answer, Question } from "./question";

/** A visit's questions and answers. Answers to removed questions stay in the list. */
export interface Questionnaire {
  questions: Question[];
  answers: Answer[];
}

/** The questions that must be answered and aren't. */
export const listMissing = ({ questions, answers }: Questionnaire): Question[] =>
  questions.filter(({ id, required }) => required && !answers.some(({ question_id }) => question_id === id));

export const fieldOf = (questionId: number) => `answer-${questionId}`;
