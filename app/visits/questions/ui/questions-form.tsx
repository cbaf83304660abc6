import type { FormProblem } from "~/core/form-problem";
import { inReadersLanguage } from "~/core/language/current-language";
import { counted, fill } from "~/core/language/strings";
import { Button } from "~/ui/components/button";
import { type Answer, longestAnswer, type Question } from "../question";
import { fieldOf, listMissing, type Questionnaire } from "../questionnaire";
import { strings } from "../strings";

interface QuestionsFormProps {
  page: Questionnaire;
  pageToken: string;
  problem?: FormProblem | undefined;
}

/** Works whole without its script, which saves each answer as it is given. */
export function QuestionsForm({ page, pageToken, problem }: QuestionsFormProps) {
  const missing = listMissing(page).length;
  return (
    <form
      method="post"
      action="/my-visit/questions"
      encType="multipart/form-data"
      className="stack questions"
      id="questions-form"
      noValidate
    >
      <p>{strings.lead}</p>
      <input type="hidden" name="page_token" value={pageToken} />
      {page.questions.map((question) => (
        <AskedQuestion
          key={question.id}
          question={question}
          answer={page.answers.find(({ question_id }) => question_id === question.id)}
          problem={problem}
        />
      ))}
      <p
        id="questions-state"
        role="status"
        className={missing > 0 ? "questions-left" : undefined}
        data-saving={strings.saving}
        data-not-saved={strings.notSaved}
        data-saved={strings.saved}
      >
        {missing > 0 ? counted(strings.missing, missing) : strings.complete}
      </p>
      <Button size="wide">{strings.save}</Button>
    </form>
  );
}

interface AskedQuestionProps {
  question: Question;
  answer: Answer | undefined;
  problem: FormProblem | undefined;
}

function AskedQuestion({ question, answer, problem }: AskedQuestionProps) {
  const name = fieldOf(question.id);
  const wrong = problem?.fields[name]?.[0];
  const values = answer?.values ?? [];
  const control = {
    id: name,
    name,
    className: "input",
    "aria-invalid": wrong ? true : undefined,
    "aria-describedby": wrong ? `${name}-wrong` : undefined,
  } as const;
  const isText = question.type === "short" || question.type === "long";
  const title = (
    <>
      {questionText(question)} {question.required && <span className="soft">{strings.required}</span>}
    </>
  );
  const parts = (
    <>
      {question.type === "short" && (
        <input
          {...control}
          type="text"
          maxLength={longestAnswer.short}
          defaultValue={problem?.typed[name] ?? values[0]}
        />
      )}
      {question.type === "long" && (
        <textarea
          {...control}
          maxLength={longestAnswer.long}
          defaultValue={problem?.typed[name] ?? values[0]}
        />
      )}
      {question.type === "photo" && <PhotoField question={question} answer={answer} control={control} />}
      {!isText && question.type !== "photo" && <Options question={question} values={values} name={name} />}
      {wrong && (
        <p className="wrong" id={`${name}-wrong`}>
          {wrong}
        </p>
      )}
    </>
  );
  // A group's name is its legend; a single control's is its label.
  return isText ? (
    <div className="field" id={`question-${question.id}`}>
      <label htmlFor={name}>{title}</label>
      {parts}
    </div>
  ) : (
    <fieldset className="field" id={`question-${question.id}`}>
      <legend className="label">{title}</legend>
      {parts}
    </fieldset>
  );
}

function Options({ question, values, name }: { question: Question; values: string[]; name: string }) {
  const isSeveral = question.type === "choices";
  const options = optionsOf(question);
  // An answer may have been taken out of the list since.
  const former = values.filter((value) => !options.some((option) => option.value === value));
  return (
    <>
      <p className="hint">{isSeveral ? strings.chooseSeveral : strings.choose}</p>
      {former.length > 0 && <p>{fill(strings.yourAnswer, { answer: former.join(", ") })}</p>}
      {isSeveral && <input type="hidden" name={name} value="" />}
      {options.map(({ value, label }) => (
        <label className="check" key={value}>
          <input
            type={isSeveral ? "checkbox" : "radio"}
            name={name}
            value={value}
            defaultChecked={values.includes(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </>
  );
}

interface PhotoFieldProps {
  question: Question;
  answer: Answer | undefined;
  control: { id: string; name: string };
}

function PhotoField({ question, answer, control }: PhotoFieldProps) {
  const photo = answer?.photo;
  return (
    <>
      {photo && (
        <p>
          <a href={`/my-visit/photos/${photo.id}?size=full`}>
            <PhotoThumbnail href={`/my-visit/photos/${photo.id}`} photo={photo} alt={strings.photo.yours} />
          </a>
        </p>
      )}
      <label htmlFor={control.id}>{photo ? strings.photo.another : strings.photo.label}</label>
      <p className="hint">{strings.photo.hint}</p>
      <input {...control} type="file" accept="image/jpeg,image/png,image/heic,image/heif,.heic" />
      {photo && (
        <Button look="plain" name="remove" value={question.id}>
          {strings.photo.remove}
        </Button>
      )}
    </>
  );
}

const thumbnailSide = 240;

export function PhotoThumbnail({ href, photo, alt }: PhotoThumbnailProps) {
  const scale = Math.min(1, thumbnailSide / Math.max(photo.width, photo.height));
  return (
    <img
      src={`${href}?size=small`}
      width={Math.round(photo.width * scale)}
      height={Math.round(photo.height * scale)}
      alt={alt}
      loading="lazy"
    />
  );
}

interface PhotoThumbnailProps {
  href: string;
  photo: NonNullable<Answer["photo"]>;
  alt: string;
}

const questionText = ({ text, text_es }: Question) => inReadersLanguage({ en: text, es: text_es });

/** The values are in English; the labels are in the reader's language. */
function optionsOf({ type, options, options_es }: Question): { value: string; label: string }[] {
  if (type === "yes-no") {
    return [
      { value: "yes", label: strings.yes },
      { value: "no", label: strings.no },
    ];
  }
  const labels = inReadersLanguage({ en: options, es: options_es });
  return options.map((value, index) => ({ value, label: labels[index] ?? value }));
}
