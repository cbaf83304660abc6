import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage } from "~/http/page.server";
import { TextPage } from "../ui/text-page";

export const handle = { drawnOnce: true };
export const meta = () => [{ title: "Privacy Notice – Firstnight" }];

// Identifying the caller finds the company whose phone number the footer shows.
export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, "anyone");

const parts = [
  {
    heading: "What we keep about you",
    text: "Your name, date of birth, phone number, email address and state as your clinic or equipment company sent them; the status of your order; the visits you booked; the messages between you and us; and whether you agreed to text messages.",
  },
  {
    heading: "Who can see it",
    text: "Staff of the clinic or company that runs this site, each only what their work requires. Messages are sent through the clinic's text and email services. We don't sell your data. Our pages load nothing from other companies and don't track you on other sites.",
  },
  {
    heading: "What your browser stores",
    text: "One cookie while you are signed in, one that recognizes your browser when you sign in, and your time zone, so that times are shown in it. The tracking page also stores the start of your order, without your name.",
  },
  {
    heading: "How long",
    text: "We keep records of who viewed or changed your data for six years. To ask about other data, or to see, correct or delete it, contact the clinic or company that sent you here.",
  },
];

export default function Privacy() {
  return <TextPage title="Privacy Notice" parts={parts} />;
}
