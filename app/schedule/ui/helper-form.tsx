import type { FormProblem } from "~/core/form-problem";
import { fill } from "~/core/language/strings";
import type { HelperView } from "~/orders/helper/helper-view.server";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { strings } from "../strings";

interface HelperFormProps {
  pageToken: string;
  problem: FormProblem | undefined;
}

export function HelperForm({ pageToken, problem }: HelperFormProps) {
  const { helper } = strings;
  return (
    <form method="post" className="panel stack" noValidate>
      <p>{helper.lead}</p>
      <input type="hidden" name="page_token" value={pageToken} />
      <Field name="name" label={helper.name} maxLength={80} problem={problem} required />
      <Field
        name="relation"
        label={helper.relation}
        hint={helper.relationHint}
        maxLength={60}
        problem={problem}
        required
      />
      <Field
        name="phone"
        label={helper.phone}
        hint={helper.phoneHint}
        type="tel"
        inputMode="tel"
        problem={problem}
      />
      <Field name="email" label={helper.email} hint={helper.emailHint} type="email" problem={problem} />
      <Button size="wide">{helper.add}</Button>
    </form>
  );
}

interface NamedHelperProps {
  helper: HelperView;
  pageToken: string;
}

export function NamedHelper({ helper, pageToken }: NamedHelperProps) {
  const { name, relation, phone, email, texts } = helper;
  return (
    <form method="post" className="panel stack">
      <p>
        <b>{name}</b> ({relation})
      </p>
      {phone && texts && <p>{fill(strings.helper.texts[texts], { phone })}</p>}
      {email && <p>{fill(strings.helper.byEmail, { email })}</p>}
      <p>{strings.helper.removeLead}</p>
      <input type="hidden" name="page_token" value={pageToken} />
      <Button look="danger" size="wide" name="remove" value="yes">
        {fill(strings.helper.remove, { helper: name })}
      </Button>
    </form>
  );
}
