import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { submitForm } from "~/http/page.server";
import { keepLanguage } from "~/http/request/request-language.server";
import { chooseLanguage } from "~/orders/changes/choose-language.server";
import { isOwnPage } from "~/visits/page-token.server";
import { ChooseLanguageForm } from "../language-schema";

export const loader = () => redirect("/");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone", input: ChooseLanguageForm }, async ({ app, who, input }) => {
    // A stale tab may show another patient's page.
    if (isOwnPage(app, who, input.page_token)) await chooseLanguage(app, who, input.language);
    keepLanguage(args, input.language);
    return redirect(input.to, 303);
  });
