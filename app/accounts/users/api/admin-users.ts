import * as z from "zod";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { addUser } from "../add-user.server";
import { nextCursor, SearchQuery } from "../search-query";
import { AddUser, UserJson } from "../user-schema";
import { listUsers } from "../users.server";

export const { loader, action } = api({
  GET: method({
    summary: "List users; the Link header has the next page",
    allow: ["admin"],
    input: SearchQuery,
    output: z.array(UserJson),
    async run({ app, input, args }) {
      const users = await listUsers(app.reads, input);
      linkNext(args, nextCursor(users, input.limit));
      return users;
    },
  }),
  POST: method({
    summary: "Add a user and send them a link to set a password",
    allow: ["admin"],
    input: AddUser,
    output: UserJson,
    status: 201,
    run: ({ app, who, input }) => addUser(app, who, input),
  }),
});
