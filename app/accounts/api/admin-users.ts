import * as z from "zod";
import { addUser } from "~/accounts/users/add-user.server";
import { AddUser, ListUsers, UserJson } from "~/accounts/users/user-schema";
import { listUsers } from "~/accounts/users/users.server";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";

export const { loader, action } = api({
  GET: method({
    summary: "The users; the next page is in the Link header",
    allow: ["admin"],
    input: ListUsers,
    output: z.array(UserJson),
    async run({ app, input, args }) {
      const users = await listUsers(app.reads, input);
      linkNext(args, users.length === input.limit ? (users.at(-1)?.id ?? null) : null);
      return users;
    },
  }),
  POST: method({
    summary: "Add a user, who gets a link to set a password",
    allow: ["admin"],
    input: AddUser,
    output: UserJson,
    status: 201,
    run: ({ app, who, input }) => addUser(app, who, input),
  }),
});
