import * as z from "zod";
import { api, method } from "~/http/api.server";
import { keepLanguage } from "~/http/request/request-language.server";
import { chooseLanguage } from "~/orders/changes/choose-language.server";
import { ChooseLanguage } from "../language-schema";

export const { loader, action } = api({
  PUT: method({
    summary: "Set the language of a patient's pages and messages",
    allow: "anyone",
    sessions: ["no session", "patient", "patient-by-query"],
    input: ChooseLanguage,
    output: z.void(),
    run: async ({ app, who, input, args }) => {
      await chooseLanguage(app, who, input.language);
      keepLanguage(args, input.language);
    },
  }),
});
