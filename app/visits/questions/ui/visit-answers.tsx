import { Fact } from "~/ui/components/fact";
import type { Answer } from "../question";
import type { Questionnaire } from "../questionnaire";
import { PhotoThumbnail } from "./questions-form";

interface VisitAnswersProps {
  visitId: number;
  page: Questionnaire;
}

export function VisitAnswers({ visitId, page }: VisitAnswersProps) {
  const open = page.questions.filter(({ id }) => !page.answers.some(({ question_id }) => question_id === id));
  return (
    <>
      {page.answers.map((answer) => (
        <Fact key={answer.id} label={answer.asked}>
          <Given visitId={visitId} answer={answer} />
          <SinceChanged answer={answer} page={page} />
        </Fact>
      ))}
      {open.length > 0 && (
        <Fact label="Not answered yet">
          <ul>
            {open.map(({ id, text, required }) => (
              <li key={id}>{`${text}${required ? "" : " (optional)"}`}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

function Given({ visitId, answer }: { visitId: number; answer: Answer }) {
  const { type, values, photo } = answer;
  if (type === "photo") {
    if (!photo) return "The photo was deleted.";
    const href = `/visits/${visitId}/photos/${photo.id}`;
    return (
      <a href={`${href}?size=full`} target="_blank" rel="noreferrer">
        <PhotoThumbnail href={href} photo={photo} alt={`Photo: ${answer.asked}`} />
      </a>
    );
  }
  if (type === "yes-no") return values[0] === "yes" ? "Yes" : "No";
  return values.join(", ");
}

function SinceChanged({ answer, page }: { answer: Answer; page: Questionnaire }) {
  const question = page.questions.find(({ id }) => id === answer.question_id);
  if (question?.text === answer.asked) return null;
  return (
    <p className="soft">
      {question ? `The question has changed since: “${question.text}”` : "This question is no longer asked."}
    </p>
  );
}
