import type { ReactNode } from "react";
import { CheckGroup } from "~/accounts/users/ui/check-group";
import { languageCodes, languages } from "~/core/language/languages";
import { Check, Choice, Field, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import { type CompanyView, type SettingName, settingFields, shownSetting } from "../company-settings";

interface CompanyFormProps {
  company: CompanyView;
  wordingHref: string;
  logoHref: string;
  questionsHref: string;
  kindsHref: string;
  planHref: string;
}

export function CompanyForm(props: CompanyFormProps) {
  const { company, wordingHref, logoHref, questionsHref, kindsHref, planHref } = props;
  const { hasClasses } = usePage();
  const field = (name: SettingName) => <SettingField name={name} company={company} />;
  return (
    <PostForm className="company-form">
      <CompanyProblem />
      <input type="hidden" name="company" value={company.name} />
      <input type="hidden" name="version" value={company.version} />
      <CompanyGroup
        title="Contact"
        lead="Patients see the name, phone number, and support hours on their pages."
      >
        <div className="pair">
          {field("name")}
          {field("phone")}
        </div>
        {field("support_hours")}
        <div className="pair">
          {field("website")}
          {field("reply_to")}
        </div>
        {field("address")}
        <p>
          <a href={logoHref}>Logo</a>
        </p>
      </CompanyGroup>
      <CompanyGroup
        title="Notices"
        lead="Every patient page links to these. Patients see your text exactly as you write it, in every language."
      >
        {field("privacy_notice")}
        {field("privacy_practices")}
        {field("terms")}
      </CompanyGroup>
      <CompanyGroup title="Text messages">
        {field("sms_optional")}
        {field("message_frequency")}
      </CompanyGroup>
      <CompanyGroup title="Languages">
        {field("languages")}
        <p>
          <a href={wordingHref}>Change individual sentences in each language</a>
        </p>
      </CompanyGroup>
      <CompanyGroup title="Visits">
        <p>
          <a href={questionsHref}>Questions before the visit</a>
        </p>
        <div className="pair">
          {field("about_visit_en")}
          {field("about_visit_es")}
        </div>
        <div className="pair">
          {field("cost_en")}
          {field("cost_es")}
        </div>
        {field("shows_regions")}
        {field("confirm_hours")}
        {field("confirm_immediately")}
        {field("link_template")}
        {field("nudge_days")}
        {hasClasses && field("class_minimum")}
        <p>
          <a href={kindsHref}>Kinds of visits and places</a>
        </p>
      </CompanyGroup>
      <CompanyGroup title="Equipment">
        {field("equipment")}
        {field("equipment_days")}
      </CompanyGroup>
      <CompanyGroup title="First 90 nights">
        {field("first_nights")}
        <p>
          <a href={planHref}>Plan of check-ins and calls</a>
        </p>
      </CompanyGroup>
      <CompanyGroup title="Calendar feeds">{field("feed_names")}</CompanyGroup>
      <CompanyGroup title="Earlier times" id="earlier">
        {field("offers_on")}
        <div className="pair">
          {field("offer_wave_minutes")}
          {field("offer_cutoff_hours")}
        </div>
      </CompanyGroup>
      <FormButtons>Save</FormButtons>
    </PostForm>
  );
}

function SettingField({ name, company }: { name: SettingName; company: CompanyView }) {
  const { control, options, label, hint, optional, rows } = settingFields[name];
  const { type, inputMode, maxLength, required } = settingFields[name];
  if (control === "languages")
    return <OfferedLanguages label={label} hint={hint} offered={company.languages} />;
  if (control === "switch")
    return <Switch name={name} label={label} hint={hint} isOn={company[name] === true} />;
  if (options) {
    return (
      <Choice name={name} label={label} hint={hint} value={shownSetting(name, company)}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Choice>
    );
  }
  const field = {
    name,
    label: optional ? `${label} (optional)` : label,
    hint,
    value: shownSetting(name, company),
    maxLength,
    required,
  };
  return rows ? (
    <TextField {...field} rows={rows} />
  ) : (
    <Field {...field} type={type ?? "text"} inputMode={inputMode} />
  );
}

interface OfferedLanguagesProps {
  label: string;
  hint: string | undefined;
  offered: readonly string[];
}

/** The hidden empty value distinguishes "none checked" from a form without this field. */
const OfferedLanguages = ({ label, hint, offered }: OfferedLanguagesProps) => (
  <CheckGroup name="languages" label={label}>
    <p className="hint">{hint}</p>
    <input type="hidden" name="languages" value="" />
    <div className="pair">
      {languageCodes.map((code) => (
        <Check
          key={code}
          name="languages"
          value={code}
          label={<span lang={code}>{languages[code].name}</span>}
          defaultChecked={offered.includes(code)}
        />
      ))}
    </div>
  </CheckGroup>
);

interface CompanyGroupProps {
  title: string;
  lead?: string;
  id?: string;
  children: ReactNode;
}

function CompanyGroup({ title, lead, id, children }: CompanyGroupProps) {
  return (
    <section className="panel" id={id}>
      <h2>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  );
}

interface SwitchProps {
  name: string;
  label: string;
  hint: string | undefined;
  isOn: boolean;
}

/** A checkbox whose hidden field sends "false" if it isn't checked. */
function Switch({ name, label, hint, isOn }: SwitchProps) {
  const hintId = `${name}-hint`;
  return (
    <>
      <input type="hidden" name={name} value="false" />
      <Check name={name} label={label} defaultChecked={isOn} aria-describedby={hintId} />
      <p className="hint" id={hintId}>
        {hint}
      </p>
    </>
  );
}

/** Lists the form's errors, with links to the fields. */
function CompanyProblem() {
  const problem = useProblem();
  if (!problem) return null;
  const wrong = Object.entries(problem.fields).flatMap(([name, [message]]) =>
    Object.hasOwn(settingFields, name) ? [{ name: name as SettingName, message }] : [],
  );
  if (wrong.length === 0) return <Notice tone="bad">{problem.message}</Notice>;
  return (
    <Notice tone="bad">
      <p>Nothing was saved.</p>
      <ul>
        {wrong.map(({ name, message }) => (
          <li key={name}>
            <a href={`#f-${name}`}>{settingFields[name].label}</a>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
