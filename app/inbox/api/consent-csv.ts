import * as z from "zod";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { consentColumns, consentRow, exportConsents } from "../conversations/export-consents.server";
import { ConversationId } from "../inbox-schema";

export const { loader, action } = api({
  GET: method({
    summary: "The consent history of a conversation's phone number as a CSV file, newest first",
    allow: roles,
    input: ConversationId,
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input }) {
      const { entries } = await exportConsents(app, who, input.id, "csv");
      const pages = (async function* () {
        yield entries.map(consentRow);
      })();
      return csvResponse(await toCsv(pages, consentColumns), `consent-${input.id}.csv`);
    },
  }),
});
