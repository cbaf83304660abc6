import { formatPhone } from "~/core/phone";
import { Button, ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import type { UserJson } from "../user-schema";
import { roleNames } from "./role-names";

const state = { active: "", invited: "no password yet", closed: "closed" };

export function UserTable({ users, self }: { users: UserJson[]; self: number }) {
  return (
    <Table
      caption="Users"
      rows={users}
      rowKey={(user) => user.id}
      empty="No users match this search."
      columns={[
        {
          head: "Email",
          align: "id",
          cell: (user) => (
            <>
              {user.email}
              <span className="soft under">{[user.name, state[user.status]].filter(Boolean).join(", ")}</span>
            </>
          ),
        },
        { head: "Role", cell: (user) => user.roles.map((role) => roleNames[role]).join(", ") || "None" },
        { head: "Phone", align: "when", cell: (user) => (user.phone ? formatPhone(user.phone) : "–") },
        {
          head: "Actions",
          cell: (user) => (
            <div className="buttons">
              <ButtonLink
                href={`/admin?edit=${user.id}#user-form`}
                look="quiet"
                size="small"
                aria-label={`Edit ${user.email}`}
              >
                Edit
              </ButtonLink>
              {user.id !== self && (
                <ButtonLink
                  href={`/admin/users/${user.id}/delete`}
                  look="quiet"
                  size="small"
                  aria-label={`Delete ${user.email}`}
                >
                  Delete
                </ButtonLink>
              )}
              <form method="post" action={`/admin/users/${user.id}/reset-password`}>
                <Button look="quiet" size="small" aria-label={`Reset PW for ${user.email}`}>
                  Reset PW
                </Button>
              </form>
            </div>
          ),
        },
      ]}
    />
  );
}
