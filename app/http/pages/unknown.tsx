import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

const movedPages: Record<string, string> = { "/room": "/capacity" };

/** Redirects any other path to the login screen. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(movedPages[new URL(request.url).pathname] ?? "/");
export const action = () => redirect("/", 303);
