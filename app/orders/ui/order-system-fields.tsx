import { Choice, Field } from "~/ui/components/field";
import { useProblem } from "~/ui/components/form";
import type { Database } from "../order-system/databases.server";
import { defaultPatientLink, serviceDefaults } from "../order-system/order-system-defaults";

export const kindNames = {
  local: "Imports only",
  brightree: "Brightree web services",
} as const;

interface FieldsProps {
  database: Database;
}

export function SourceFields({ database }: FieldsProps) {
  return (
    <section className="panel" aria-labelledby="source-title">
      <h2 id="source-title">Where orders come from</h2>
      <p className="soft">Company: {database.company}</p>
      <Choice
        name="kind"
        label="Order system"
        hint="Orders can always be imported by file or API."
        value={database.kind}
      >
        {Object.entries(kindNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </Choice>
    </section>
  );
}

const services = [
  { name: "orders_url", label: "Sales orders" },
  { name: "patients_url", label: "Patients" },
  { name: "reference_url", label: "Reference data" },
] as const;

export function ServiceFields({ database }: FieldsProps) {
  const problem = useProblem();
  const isOpen = services.some(({ name }) => problem?.fields[name] || database[name] !== null);
  return (
    <section className="panel" aria-labelledby="services-title">
      <h2 id="services-title">Web services</h2>
      <div className="pair">
        <Field
          name="user_name"
          label="User name"
          hint="For example firstnight@QHMS."
          value={database.user_name ?? undefined}
          maxLength={200}
        />
        <Field
          name="password"
          type="password"
          label="Password"
          hint={
            database.user_name
              ? "A password is saved. Leave this empty to keep it."
              : "No password is saved yet."
          }
          maxLength={200}
          autoComplete="new-password"
        />
      </div>
      <Field
        name="zone"
        label="Order system time zone"
        hint="Its times don't include a time zone. Enter one like America/New_York."
        value={database.zone ?? "America/New_York"}
        maxLength={60}
      />
      <details className="more stack" open={isOpen}>
        <summary>Service URLs</summary>
        <p className="soft">
          URLs contain a version and are case-sensitive. If a field is empty, the URL above it is used.
        </p>
        {services.map(({ name, label }) => (
          <Field
            key={name}
            name={name}
            label={label}
            hint={serviceDefaults[name]}
            type="url"
            value={database[name] ?? undefined}
            maxLength={300}
          />
        ))}
      </details>
    </section>
  );
}

export function LinkFields({ database }: FieldsProps) {
  return (
    <section className="panel" aria-labelledby="links-title">
      <h2 id="links-title">Links to the order system</h2>
      <div className="pair">
        <Field
          name="bt_env"
          label="Environment"
          hint="The first part of the path in its URL, like F1."
          value={database.bt_env ?? "F1"}
          maxLength={10}
        />
        <Field
          name="bt_org"
          label="Organization code"
          hint="The digits in its URL, with leading zeros, like 02873."
          inputMode="numeric"
          value={database.bt_org ?? undefined}
          maxLength={6}
        />
      </div>
      <Field
        name="link_template"
        label="Link to a patient"
        hint={`If empty: ${defaultPatientLink}`}
        value={database.link_template ?? undefined}
        maxLength={500}
      />
      <Field
        name="sso_url"
        label="Single sign-on URL"
        hint="Opened before the patient's page, if signing in requires it."
        type="url"
        value={database.sso_url ?? undefined}
        maxLength={500}
      />
    </section>
  );
}
