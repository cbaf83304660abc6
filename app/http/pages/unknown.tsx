import { redirect } from "@remix-run/node";

/** Any other path leads to the login screen (part 1, section 2). */
export const loader = () => redirect("/");
export const action = () => redirect("/", 303);
