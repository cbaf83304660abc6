import * as z from "zod";
import { iso } from "~/core/time";
import { api, method } from "~/http/api.server";
import { listNotices } from "../list-notices.server";
import { ListNotices, NoticeJson } from "../outbox-schema";

export const { loader, action } = api({
  GET: method({
    summary: "Sent and waiting messages, newest first",
    allow: ["admin"],
    input: ListNotices,
    output: z.array(NoticeJson),
    async run({ app, input }) {
      const notices = await listNotices(app, input);
      return notices.map(({ provider_id: _, ...notice }) => ({
        ...notice,
        created_at: iso(notice.created_at),
      }));
    },
  }),
});
