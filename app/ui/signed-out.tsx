import type { SavedForm } from "~/core/saved-form";
import { Button, ButtonLink } from "./components/button";
import { PatientShell } from "./shells/patient-shell";
import { strings } from "./strings";

/** Shown when the session ended before a form was sent. The form can be sent again after sign-in. */
export function SignedOut({ form }: { form: SavedForm }) {
  return (
    <PatientShell>
      <h1>{strings.signedOutTitle}</h1>
      <p>{strings.signedOutText}</p>
      <p>
        <ButtonLink href="/login" target="_blank" look="quiet" size="wide">
          {strings.signInNewTab}
        </ButtonLink>
      </p>
      <form method="post" action={form.action}>
        {form.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list never changes.
          <input key={index} type="hidden" name={name} defaultValue={value} />
        ))}
        <Button size="wide">{strings.sendAgain}</Button>
      </form>
    </PatientShell>
  );
}
