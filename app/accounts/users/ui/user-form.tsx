import { type Role, roles } from "~/core/who";
import { Button, QuietLink } from "~/ui/components/button";
import { Check, Choice, Field } from "~/ui/components/field";
import { PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { UserJson } from "../user-schema";
import { roleExplanations, roleNames } from "./role-names";

interface UserFormProps {
  user: UserJson | null;
  therapists: { id: number; name: string; user_id: number | null }[];
}

const listedRoles = ["admin", "supervisor", "staff"] as const;

export function UserForm({ user, therapists }: UserFormProps) {
  const problem = useProblem();
  const main = user ? user.role || "staff" : "supervisor";
  // Without this choice, saving a user whose only role is therapist would change the role.
  const choices = main === "therapist" ? [...listedRoles, main] : listedRoles;
  return (
    <PostForm className="panel" id="user-form" aria-labelledby="user-form-title">
      <h2 id="user-form-title">{user ? `Edit ${user.name}` : "Add a user"}</h2>
      {problem && (
        <Notice tone="bad">
          <h3>Failed to save user</h3>
          <p>{problem.message}</p>
        </Notice>
      )}
      {user && <input type="hidden" name="id" value={user.id} />}
      <div className="pair">
        <Field name="email" label="Email" type="email" value={user?.email} required autoComplete="off" />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          placeholder="+19195550123"
          value={user?.phone ?? undefined}
          required
          autoComplete="off"
        />
        <Choice name="role" label="Role" value={main}>
          {choices.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </Choice>
      </div>
      <RoleList choices={choices} />
      <details className="more stack" open={(user?.roles.length ?? 0) > 1 || user?.therapist_id != null}>
        <summary>More roles</summary>
        <fieldset>
          <legend className="label">Additional roles</legend>
          <div className="pair">
            {roles.map((role) => (
              <Check
                key={role}
                name="roles"
                value={role}
                label={roleNames[role]}
                defaultChecked={role !== main && user?.roles.includes(role)}
              />
            ))}
          </div>
        </fieldset>
        <div className="pair">
          <Field
            name="name"
            label="Name"
            hint="If empty, it's based on the email address."
            value={user?.name}
            autoComplete="off"
          />
          <Choice
            name="therapist_id"
            label="Therapist profile"
            hint={
              user?.therapist_id ? (
                <a href={`/therapists/${user.therapist_id}/edit`}>Change state, time zone, or meeting link</a>
              ) : (
                <>
                  Not in the list? <a href="/therapists/new">Add a therapist</a>
                </>
              )
            }
            value={String(user?.therapist_id ?? "")}
          >
            <option value={user?.therapist_id ? "0" : ""}>None</option>
            {therapists
              .filter(({ user_id }) => user_id === null || user_id === user?.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Choice>
          {user && (user.two_step !== "off" || user.has_passkeys) && (
            <Check
              name="two_step"
              value="off"
              label="Turn off two-step sign-in and remove passkeys (for a lost phone)"
            />
          )}
          {user && (
            <Choice name="disabled" label="Account" value={String(user.status === "closed")}>
              <option value="false">Open</option>
              <option value="true">Closed: can't sign in</option>
            </Choice>
          )}
        </div>
      </details>
      {user?.therapist_id && (
        <p className="soft">
          A new email address or phone number is saved in the therapist profile, too. The calendar entries of
          upcoming visits are sent to the new address.
        </p>
      )}
      {!user && (
        <p className="soft">
          The new user gets a link by email and text to set a password. If it can't be sent, you get the link
          to give to them.
        </p>
      )}
      <p className="buttons">
        <Button>{user ? "Update User" : "Add User"}</Button>
        {!user && <QuietLink href="/therapists/new">Add a therapist</QuietLink>}
        {user?.single_sign_on && (
          <QuietLink href={`/admin/users/${user.id}/unlink`}>Unlink single sign-on</QuietLink>
        )}
        {user && <QuietLink href="/admin">Back</QuietLink>}
      </p>
    </PostForm>
  );
}

function RoleList({ choices }: { choices: readonly Role[] }) {
  return (
    <dl className="role-list">
      {choices.map((role) => (
        <div key={role}>
          <dt>{roleNames[role]}</dt>
          <dd>{roleExplanations[role]}</dd>
        </div>
      ))}
    </dl>
  );
}
