import { languages } from "~/core/language/languages";
import { ButtonLink } from "~/ui/components/button";
import type { SavedReply } from "../../replies/saved-replies.server";
import { hasCostlyCharacters } from "../../replies/saved-reply";

export function ReplyList({ replies }: { replies: SavedReply[] }) {
  return (
    <ol className="reply-list box divided">
      {replies.map(({ id, name, text_en: english, text_es: spanish }) => (
        <li key={id}>
          <div className="spread">
            <h2>
              <a href={`/messages/replies/${id}`}>{name}</a>
            </h2>
            <p className="buttons">
              <ButtonLink look="quiet" size="small" href={`/messages/replies/${id}`}>
                Edit<span className="unseen">{` ${name}`}</span>
              </ButtonLink>
              <ButtonLink look="quiet" size="small" href={`/messages/replies/${id}/delete`}>
                Delete<span className="unseen">{` ${name}`}</span>
              </ButtonLink>
            </p>
          </div>
          <dl className="reply-texts">
            <div>
              <dt className="soft small">{languages.en.name}</dt>
              <Text text={english} />
            </div>
            <div>
              <dt lang="es" className="soft small">
                {languages.es.name}
              </dt>
              {spanish === null ? (
                <dd className="soft">No Spanish text saved</dd>
              ) : (
                <Text text={spanish} lang="es" />
              )}
            </div>
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Text({ text, lang }: { text: string; lang?: string }) {
  return (
    <dd>
      <p lang={lang} className="reply-text">
        {text}
      </p>
      {hasCostlyCharacters(text) && (
        <p className="soft small">Special characters lower the limit to 70 characters per text.</p>
      )}
    </dd>
  );
}
