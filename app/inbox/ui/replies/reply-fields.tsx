import { languages } from "~/core/language/languages";
import { Field, TextField } from "~/ui/components/field";
import type { SavedReply } from "../../replies/saved-replies.server";
import { longestText, placeholders } from "../../replies/saved-reply";

export function ReplyFields({ reply }: { reply?: SavedReply }) {
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint="Staff choose the reply by this name. Patients don't see it."
        value={reply?.name}
        maxLength={60}
        required
      />
      <div className="pair">
        <TextField
          name="text_en"
          label={languages.en.name}
          value={reply?.text_en}
          rows={6}
          maxLength={longestText}
          required
        />
        <TextField
          name="text_es"
          label={
            <>
              <span lang="es">{languages.es.name}</span> (optional)
            </>
          }
          value={reply?.text_es ?? ""}
          rows={6}
          maxLength={longestText}
          lang="es"
        />
      </div>
      <p className="soft">Each text can have up to 160 characters, or 70 if it contains á, í, ó, or ú.</p>
      <details className="opener">
        <summary>Placeholders</summary>
        <ul className="placeholders">
          {Object.entries(placeholders).map(([name, meaning]) => (
            <li key={name}>
              <code>{`{${name}}`}</code> {meaning}
            </li>
          ))}
        </ul>
        <p className="soft">
          If a placeholder has no value, it stays in the text. Staff must replace it before sending.
        </p>
      </details>
    </>
  );
}
