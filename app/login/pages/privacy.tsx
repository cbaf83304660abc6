import { TextPage } from "../ui/text-page";

export const handle = { drawnOnce: true };
export const meta = () => [{ title: "Privacy Notice – Firstnight" }];

const parts = [
  {
    heading: "What is kept about you",
    text: [
      "Your name, date of birth, phone number, email address and state as your clinic or equipment company sent them; where your order stands; the visits you booked; the messages between you and us; and whether you agreed to text messages.",
    ],
  },
  {
    heading: "Who sees it",
    text: [
      "The people of the clinic or company that runs this site, each only what their work needs. Messages travel through the text and email services the clinic uses. Nothing is sold, and no page here loads anything from other companies or follows you to other sites.",
    ],
  },
  {
    heading: "What your browser keeps",
    text: [
      "One cookie while you are signed in, one by which your browser is known again when you sign in, and your time zone, so that times are shown on your clock. The tracking page also keeps the start of your order, without your name.",
    ],
  },
  {
    heading: "How long",
    text: [
      "Records of who saw or changed what are kept for six years. For anything else, and to see, correct or delete what is kept about you, ask the clinic or company that sent you here.",
    ],
  },
];

export default function Privacy() {
  return <TextPage title="Privacy Notice" parts={parts} />;
}
