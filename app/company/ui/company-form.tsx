import type { ReactNode } from "react";
import { CheckGroup } from "~/accounts/users/ui/check-group";
import { languageCodes, languages } from "~/core/language/languages";
import { formatPhone } from "~/core/phone";
import { Check, Field, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { CompanyView } from "../company.server";

const labels: Record<string, string> = {
  name: "Name",
  phone: "Phone",
  support_hours: "Support hours",
  website: "Website",
  reply_to: "Reply-to email",
  address: "Mailing address",
  privacy_notice: "Privacy notice",
  privacy_practices: "Notice of privacy practices",
  terms: "Terms",
  message_frequency: "How often you text",
  languages: "Languages for patients",
  about_visit_en: "What to have ready, in English",
  about_visit_es: "What to have ready, in Spanish",
  cost_en: "About cost, in English",
  cost_es: "About cost, in Spanish",
  offer_wave_minutes: "Minutes between offers",
  offer_cutoff_hours: "Stop offers this many hours before the visit",
  nudge_days: "Remind patients without a visit after (days)",
};

const EarlierFields = ({ company }: { company: CompanyView }) => (
  <CompanyGroup title="Earlier times" id="earlier">
    <CompanySwitch
      name="offers_on"
      label="Offer freed times to patients who asked for an earlier visit"
      hint="If you turn this off, open offers end immediately. Patients who open one see that the time is no longer available and that their visit stays as it was. Firstnight keeps patients' requests."
      isOn={company.offers_on}
    />
    <div className="pair">
      <Field
        name="offer_wave_minutes"
        label="Minutes between offers"
        hint="Three patients get an offer at the same time. After this many minutes, three more get one."
        inputMode="numeric"
        value={String(company.offer_wave_minutes)}
        maxLength={5}
        required
      />
      <Field
        name="offer_cutoff_hours"
        label="Stop offers this many hours before the visit"
        hint="Firstnight doesn't offer times sooner than this. Open offers end at this point."
        inputMode="numeric"
        value={String(company.offer_cutoff_hours)}
        maxLength={5}
        required
      />
    </div>
  </CompanyGroup>
);

/** The hidden empty value distinguishes "none checked" from a form without this field. */
const OfferedLanguages = ({ offered }: { offered: readonly string[] }) => (
  <CheckGroup name="languages" label="Languages for patients">
    <p className="hint">Patients can switch between these. If you offer only one, patients can't switch.</p>
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

interface CompanyFormProps {
  company: CompanyView;
  wordingHref: string;
  logoHref: string;
}

export function CompanyForm({ company, wordingHref, logoHref }: CompanyFormProps) {
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
          <Field
            name="name"
            label="Name"
            hint="The name that patients know you by."
            value={company.name}
            maxLength={120}
            required
          />
          <Field
            name="phone"
            label="Phone"
            type="tel"
            hint="The number patients call for help."
            value={company.phone ? formatPhone(company.phone) : ""}
          />
        </div>
        <Field
          name="support_hours"
          label="Support hours (optional)"
          hint="When patients can call. For example: Monday to Friday, 8 AM to 5 PM Eastern Time."
          value={company.support_hours ?? ""}
          maxLength={200}
        />
        <div className="pair">
          <Field
            name="website"
            label="Website (optional)"
            type="url"
            hint="For example: https://www.example.com"
            value={company.website ?? ""}
          />
          <Field
            name="reply_to"
            label="Reply-to email (optional)"
            type="email"
            hint="Replies to emails that Firstnight sends go here."
            value={company.reply_to ?? ""}
          />
        </div>
        <TextField
          name="address"
          label="Mailing address (optional)"
          value={company.address ?? ""}
          maxLength={500}
          rows={3}
        />
        <p>
          <a href={logoHref}>Logo</a>
        </p>
      </CompanyGroup>
      <NoticeFields company={company} />
      <TextFields company={company} />
      <CompanyGroup title="Languages">
        <OfferedLanguages offered={company.languages} />
        <p>
          <a href={wordingHref}>Change individual sentences in each language</a>
        </p>
      </CompanyGroup>
      <VisitFields company={company} />
      <CompanyGroup title="Calendar feeds">
        <CompanySwitch
          name="feed_names"
          label="Show patients' names in therapists' calendar feeds"
          hint="A feed goes to the therapist's calendar app, such as Google or Outlook. Patients' names are protected health information, so sign a business associate agreement with that provider first."
          isOn={company.feed_names}
        />
      </CompanyGroup>
      <EarlierFields company={company} />
      <FormButtons>Save</FormButtons>
    </PostForm>
  );
}

function NoticeFields({ company }: { company: CompanyView }) {
  const hint = "The URL of your page, or the full text. If empty, patients see the standard text.";
  return (
    <CompanyGroup
      title="Notices"
      lead="Every patient page links to these. Patients see your text exactly as you write it, in every language."
    >
      <TextField
        name="privacy_notice"
        label="Privacy notice (optional)"
        hint={hint}
        value={company.privacy_notice ?? ""}
        rows={4}
      />
      <Field
        name="privacy_practices"
        label="Notice of privacy practices (optional)"
        type="url"
        hint="The URL of the notice that HIPAA requires (45 CFR 164.520)."
        value={company.privacy_practices ?? ""}
      />
      <TextField name="terms" label="Terms (optional)" hint={hint} value={company.terms ?? ""} rows={4} />
    </CompanyGroup>
  );
}

function TextFields({ company }: { company: CompanyView }) {
  return (
    <CompanyGroup title="Text messages">
      <CompanySwitch
        name="sms_optional"
        label="Patients may book without agreeing to texts"
        hint="Recommended. They can choose email or phone calls instead. Carriers reject texting campaigns that require consent to book."
        isOn={company.sms_optional}
      />
      <Field
        name="message_frequency"
        label="How often you text (optional)"
        hint="Replaces “Message frequency varies.” in English. For example: About 5 messages per visit."
        value={company.message_frequency ?? ""}
        maxLength={160}
      />
    </CompanyGroup>
  );
}

function VisitFields({ company }: { company: CompanyView }) {
  const hint = "One item per line. If empty, patients see the standard list.";
  return (
    <CompanyGroup title="Visits">
      <div className="pair">
        <TextField
          name="about_visit_en"
          label="What to have ready, in English (optional)"
          hint={hint}
          value={company.about_visit_en ?? ""}
          maxLength={2000}
          rows={6}
        />
        <TextField
          name="about_visit_es"
          label="What to have ready, in Spanish (optional)"
          hint={hint}
          value={company.about_visit_es ?? ""}
          maxLength={2000}
          rows={6}
        />
      </div>
      <div className="pair">
        <Field
          name="cost_en"
          label="About cost, in English (optional)"
          hint="Patients see this line above the times. For example: Medicare and most plans cover this visit."
          value={company.cost_en ?? ""}
          maxLength={300}
        />
        <Field
          name="cost_es"
          label="About cost, in Spanish (optional)"
          value={company.cost_es ?? ""}
          maxLength={300}
        />
      </div>
      <CompanySwitch
        name="shows_regions"
        label="Show therapists' states, and let patients choose by state"
        hint="Leave this off for video visits, where the therapist's state doesn't matter."
        isOn={company.shows_regions}
      />
      <Field
        name="nudge_days"
        label="Remind patients without a visit after (days)"
        hint="Up to three numbers, like 1, 3, 7, counted from the day the link was sent. If empty, no reminders are sent."
        value={company.nudge_days.join(", ")}
        maxLength={20}
      />
    </CompanyGroup>
  );
}

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

interface CompanySwitchProps {
  name: string;
  label: string;
  hint: string;
  isOn: boolean;
}

/** A checkbox whose hidden field sends "false" if it isn't checked. */
function CompanySwitch({ name, label, hint, isOn }: CompanySwitchProps) {
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
  const wrong = Object.entries(problem.fields).filter(([name]) => name in labels);
  if (wrong.length === 0) return <Notice tone="bad">{problem.message}</Notice>;
  return (
    <Notice tone="bad">
      <p>Nothing was saved.</p>
      <ul>
        {wrong.map(([name, [message]]) => (
          <li key={name}>
            <a href={`#f-${name}`}>{labels[name]}</a>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
