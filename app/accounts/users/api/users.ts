import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { nextCursor, SearchQuery } from "../search-query";
import { ColleagueJson } from "../user-schema";
import { listUsers } from "../users.server";

export const { loader, action } = api({
  GET: method({
    summary: "List users as the users view shows them",
    allow: supervisors,
    input: SearchQuery,
    output: z.array(ColleagueJson),
    async run({ app, input, args }) {
      const users = await listUsers(app.reads, input);
      linkNext(args, nextCursor(users, input.limit));
      return z.array(ColleagueJson).parse(users);
    },
  }),
});
