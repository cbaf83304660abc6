import { type Role, roles } from "~/core/who";
import { Check, Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem, useProblem } from "~/ui/components/form";
import { roleNames } from "../../users/ui/role-names";
import type { SsoView } from "../sso-settings.server";

interface SsoFormProps {
  sso: SsoView | null;
  redirectUri: string;
  logoutUri: string;
}

const roleHints: Partial<Record<Role, string>> = {
  admin: "Separate values with commas. Leave empty if no one gets this role.",
  therapist: "A therapist also needs a therapist profile here with the same email.",
  staff: "This role alone doesn't give access to any page. Give these users another role too.",
};

export function SsoForm({ sso, redirectUri, logoutUri }: SsoFormProps) {
  const problem = useProblem();
  return (
    <PostForm className="panel reading">
      <Problem />
      <p>
        Staff sign in with their work account from a provider such as Microsoft Entra ID, Okta, Google
        Workspace, or Keycloak. The provider must support OpenID Connect.
      </p>
      <h2>1. At the provider</h2>
      <p>Add a web application with these URLs:</p>
      <p>
        Redirect URI:
        <br />
        <span className="copyable">{redirectUri}</span>
      </p>
      <p>
        Back-channel logout URI:
        <br />
        <span className="copyable">{logoutUri}</span>
      </p>
      <h2>2. The provider's values</h2>
      <Field
        name="issuer"
        label="Issuer"
        hint={
          sso
            ? "A new issuer or client ID unlinks all users. At their next sign-in, they are linked again by email address."
            : "For example: https://login.microsoftonline.com/your-tenant-id/v2.0"
        }
        type="url"
        value={sso?.issuer}
        maxLength={500}
        required
      />
      <Field name="client_id" label="Client ID" value={sso?.client_id} maxLength={500} required />
      <Field
        name="client_secret"
        label="Client secret"
        hint={sso ? "A secret is on file. Leave this empty to keep it." : undefined}
        type="password"
        autoComplete="off"
        maxLength={2000}
        required={!sso}
      />
      <h2>3. Roles</h2>
      <p>
        At each sign-in, Firstnight copies the user's roles from the provider. A role that is removed at the
        provider is removed here at the user's next sign-in. To end access immediately, close the account
        under User Management.
      </p>
      <Field
        name="roles_claim"
        label="Claim that contains the roles or groups"
        hint="Often “groups” or “roles”. Use dots for nested claims, like realm_access.roles."
        value={sso?.roles_claim ?? "groups"}
        maxLength={200}
        required
      />
      {roles.map((role) => (
        <Field
          key={role}
          name={`role_${role}`}
          label={`${roleNames[role]}: claim values`}
          hint={roleHints[role]}
          value={sso?.role_values[role].join(", ")}
          maxLength={1000}
        />
      ))}
      <h2>4. Allowed users</h2>
      <Field
        name="domains"
        label="Allowed email domains"
        hint="For example, clinic.example. New users are added at their first sign-in."
        value={sso?.domains.join(", ")}
        maxLength={1000}
        required
      />
      <p>
        At a user's first sign-in, Firstnight finds the user by email address, so the provider must confirm
        the address. Most providers do this at each sign-in. Microsoft Entra ID doesn't. For Entra ID, check
        this box only if the issuer belongs only to your organization and its admins set all email addresses.
      </p>
      <Check
        name="emails_confirmed"
        value="on"
        defaultChecked={!problem && sso?.emails_confirmed}
        label="This provider confirms its users' email addresses"
      />
      <Check
        name="local_off"
        value="on"
        defaultChecked={!problem && sso?.local_off}
        label="Users who have single sign-on can't use a password or passkey here. At least one admin must have a password and two-step sign-in, but not single sign-on. That admin can sign in if the provider is down."
      />
      <FormButtons>Save</FormButtons>
    </PostForm>
  );
}
