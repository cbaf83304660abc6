import { api, method } from "~/http/api.server";
import { Success, success } from "~/http/done";
import { deleteUser } from "../delete-user.server";
import { updateUser } from "../update-user.server";
import { UpdateUser, UserId, UserJson } from "../user-schema";
import { findUser } from "../users.server";

export const { loader, action } = api({
  GET: method({
    summary: "Get a user",
    allow: ["admin"],
    input: UserId,
    output: UserJson,
    run: ({ app, input }) => findUser(app.reads, input.id),
  }),
  PATCH: method({
    summary: "Change a user; changing roles ends the user's sessions",
    allow: ["admin"],
    input: UpdateUser,
    output: UserJson,
    run: ({ app, who, input }) => updateUser(app, who, input),
  }),
  DELETE: method({
    summary: "Delete a user; their visits and conversations must be reassigned first",
    allow: ["admin"],
    input: UserId,
    output: Success,
    run: ({ app, who, input }) => success(deleteUser(app, who, input.id)),
  }),
});
