export const questionsFlash = {
  "questions-added": "Default questions added",
  "question-saved": "Questions saved",
  "question-removed": "Question removed",
};
