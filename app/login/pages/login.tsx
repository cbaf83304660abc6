import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { PasswordLogin, SecondStep } from "~/accounts/account-schema";
import { relyingParty } from "~/accounts/passkeys/passkey-challenges.server";
import { hasUsers } from "~/accounts/setup.server";
import { verifySecondStep } from "~/accounts/sign-in/challenge.server";
import { signInStaff } from "~/accounts/sign-in/sign-in.server";
import { findSso } from "~/accounts/sso/sso-settings.server";
import { accountStrings } from "~/accounts/strings";
import type { App } from "~/boot/app.server";
import { listContacts } from "~/company/company.server";
import { secret } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import { homeOf } from "~/core/staff-home";
import { isQuerySession, type Who } from "~/core/who";
import { authenticate } from "~/http/access/authenticate.server";
import { clientInfo } from "~/http/access/client-info.server";
import { dropReturnPath, readReturnPath } from "~/http/access/return-path.server";
import { enterWith, findStaffSession } from "~/http/access/session.server";
import { isStaffBrowser } from "~/http/access/staff-browser.server";
import { loadPage, submitForm } from "~/http/page.server";
import { inputOf } from "~/http/request/input.server";
import { redirectWithFlash, takeFlashKey } from "~/http/response/flash.server";
import type { RouteArgs } from "~/http/route-args.server";
import { canSend } from "~/messages/sending-outcome.server";
import { requestNewLink } from "~/orders/access/request-new-link.server";
import { signInByCode } from "~/orders/access/sign-in/sign-in-by-code.server";
import { SignInByCode } from "~/orders/order-schema";
import { findBookedVisit, findMyVisit } from "~/schedule/find-my-visit.server";
import { headingOf } from "~/schedule/ui/my-visit-view";
import { pageTitle } from "~/ui/page-title";
import { staffStrings } from "../staff-strings";
import { strings } from "../strings";
import { LoginView } from "../ui/login-view";

export const handle = { scripts: ["login"], cachedHtml: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.mine ? headingOf(data.mine) : strings.pageTitle) },
  { name: "description", content: strings.description },
];

const Tab = z.object({ as: z.enum(["patient", "staff"]).catch("patient") });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone", input: Tab }, async ({ app, who, input }) => {
    // Sets the browser cookie before sign-in, so that it isn't lost if the response to the sign-in is lost.
    clientInfo(args);
    const staff = await findStaffSession(args);
    const flash = await takeFlashKey(args, strings.flash);
    const returnTo = readReturnPath(args);
    const contacts = args.context.company ? [] : await listContacts(app.reads);
    return {
      tab: flash === "reset-done" || flash === "other-role" || returnTo ? ("staff" as const) : input.as,
      returnTo,
      message: flash ? { key: flash, text: strings.flash[flash] } : null,
      knowsStaff: isStaffBrowser(args),
      staff: staff ? { name: staff.name, home: homeOf(staff.roles) } : null,
      hasPasskeys: relyingParty(app.config.publicUrl) !== null,
      hasSso: (await findSso(app.reads)) !== null,
      mine: await findOwnVisit(app, who),
      // A patient whose link or session is over gets no other company's number.
      contacts: flash?.endsWith("-over") ? [] : contacts,
      sendsLinks: canSend(app, "email"),
      // The set-up creates the first user and the first company.
      waitsForSetup: !args.context.company && contacts.length === 0 && !(await hasUsers(app.reads)),
    };
  });

async function findOwnVisit(app: App, who: Who) {
  if (who.kind !== "patient") return null;
  return isQuerySession(who) ? findBookedVisit(app, who) : findMyVisit(app, who);
}

/** The fields that only one of the two forms has. Its schema checks them. */
const SignIn = Tab.extend({
  code: secret(z.unknown()).optional(),
  old_code: secret(z.unknown()).optional(),
  password: secret(z.unknown()).optional(),
});

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone", input: SignIn }, async ({ app, who, input }) =>
    input.as === "staff" ? signInAsStaff(args, app, who) : signInAsPatient(args, app),
  );

const OldCode = z.object({ old_code: z.string().trim().max(20) });

async function signInAsPatient(args: RouteArgs, app: App): Promise<Response> {
  const old = OldCode.safeParse(await inputOf(args));
  if (old.success) {
    if (!canSend(app, "sms") && !canSend(app, "email"))
      return redirectWithFlash<typeof strings.flash>(args, "/login", "no-messages");
    await requestNewLink(app, clientInfo(args), old.data.old_code.replace(/\D/g, ""));
    return redirectWithFlash<typeof strings.flash>(args, "/login", "link-requested");
  }
  try {
    const { token } = await authenticate("code", args, SignInByCode, (typed) =>
      signInByCode(app, clientInfo(args), typed),
    );
    await enterWith(args, "patient", token);
    return redirect("/schedule", 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed = await inputOf(args);
    const code = typeof typed.code === "string" ? typed.code.slice(0, 20) : "";
    const answersQuestion = Boolean(typed.phone_last4 || typed.dob);
    const isWrong = error.code === "signed-out" && error.extra?.need === undefined && answersQuestion;
    // Returns the digits to the form, unless the code was wrong and the patient has to enter it from the start.
    throw withExtra(error, { code: isWrong ? "" : code, old_code: code });
  }
}

async function signInAsStaff(args: RouteArgs, app: App, who: Who): Promise<Response> {
  const client = { address: who.address, agent: args.request.headers.get("user-agent") };
  const { challenge } = await inputOf(args);
  const login = challenge
    ? await authenticate("second-step", args, SecondStep, (step) =>
        verifySecondStep(app, { ...step, ...client }),
      ).catch((error: unknown) => {
        throw error instanceof Refusal && error.message !== accountStrings.challengeOver
          ? withExtra(error, { challenge })
          : error;
      })
    : await authenticate("password", args, PasswordLogin, (typed) =>
        signInStaff(app, { ...typed, ...client }),
      );
  if ("mfa_required" in login) {
    throw new Refusal("signed-out", staffStrings.secondStep[login.way], {
      extra: { challenge: login.challenge, way: login.way },
    });
  }
  if (!login.home) throw new Refusal("forbidden", staffStrings.unknownRole);
  await enterWith(args, "staff", login.token);
  dropReturnPath(args);
  return redirect(readReturnPath(args) ?? login.home, 303);
}

const withExtra = (refusal: Refusal, added: Record<string, unknown>) => {
  const { code, message, fields, retryAfter, extra } = refusal;
  return new Refusal(code, message, { fields, retryAfter, extra: { ...extra, ...added } });
};

export default function Login() {
  return <LoginView {...useLoaderData<typeof loader>()} />;
}
