export const en = {
  pageTitle: "Sign in",
  description: "Choose and change the time of your equipment setup visit.",
  patientTab: "Patient",
  signInAs: "Sign in as",
  patientTitle: "Patient Login",
  code: "Access code",
  codeHint: "The 6 digits we sent you by text message or email.",
  newLink: "Send me a new link",
  phoneLast4: "Last four digits of your phone number",
  noPhone: "No phone number on file? Use your date of birth",
  dob: "Date of birth",
  dobHint: "For example, 1/31/1960",
  login: "Login",
  note: {
    before: "By continuing you agree to the ",
    between: " and acknowledge the ",
    after: ". Please don't sign in on a device you share with others.",
  },
  otherSignIn: "Sign in with another code",
  flash: {
    "link-over":
      "This link no longer works. Open the link in our latest message, or sign in with your access code.",
    "session-over":
      "You were signed out because this page wasn't used for an hour. Open the link in our latest message, or sign in with your access code.",
    "link-requested":
      "If that code is in our system, we sent a new link to the phone number and email on file. It can take a few minutes.",
    "no-messages":
      "We can't send messages right now. Call the clinic or equipment company that sent you here for a new link.",
    "signed-out": "You're signed out.",
    "other-role": "That page is for another role. An admin can give you the role.",
    booked: "Appointment submitted successfully!",
    "reset-done": "✅ Password reset successful. You can now login.",
  },
  script: {
    busy: "Signing in…",
    digit: "Digit {number} of 6",
    codeShort: "Enter the 6-digit access code.",
    codeRejected: "Invalid access code",
    error: "Login error. Please try again.",
  },
  languages: {
    lead: "Language help is free. We can arrange an interpreter for your calls and your visit.",
    disability:
      "If you have a disability, we also offer free aids, such as sign language interpreters and large print.",
  },
  /** Links to the company's own privacy notice and terms. */
  own: {
    privacy: "{company} privacy notice",
    terms: "{company} terms",
    practices: "Notice of privacy practices",
  },
  terms: {
    siteTitle: "What this site is for",
    site: "Use this site to choose, change, or cancel your equipment setup visit and to track your order. Nothing here is medical advice, and this site isn't monitored for emergencies. In an emergency, call 911.",
    accessTitle: "Your access",
    access:
      "Your access code and link are for you only. Don't share them. On a shared device, sign out when you are done.",
    visitTitle: "Your visit",
    visit:
      "When you book a time, we hold it for you. Your therapist then confirms it or calls you to find another time. You can change or cancel your visit here until the deadline on your visit page.",
    textsTitle: "Text messages",
    texts:
      "If you agree to text updates, we text you about your visits. {frequency} Message and data rates may apply. Reply STOP at any time to stop the texts, or HELP for help.",
  },
  privacy: {
    keepTitle: "What we keep about you",
    keep: "Your name, date of birth, phone number, email address, and state as your clinic or equipment company sent them; the status of your order; the visits you booked; the messages between you and us; and whether you agreed to text messages.",
    seeTitle: "Who can see it",
    see: "Staff at the clinic or company that runs this site. They see only what they need for their work. Messages are sent through the clinic's text and email services. We don't sell your data. Our pages don't load anything from other companies or track you on other sites.",
    textsTitle: "Your phone number and texts",
    texts:
      "We don't share your phone number or your consent to texts with third parties or affiliates for marketing. {frequency} Message and data rates may apply. Reply STOP to stop the texts, or HELP for help.",
    browserTitle: "What your browser stores",
    browser:
      "While you're signed in, your browser stores a sign-in cookie. It also stores cookies that recognize your browser and remember your language, your time zone, your equipment company, and our style sheet. If you open your tracking link, your browser stores the date your order started. It also keeps a copy of the page for a week, so that you can read it offline. The copy has your order number, patient ID, and visit time, but not your name. For one day, your browser also keeps a copy of the last page about your visit. It has the time, the link to join, and the first name of the patient. Signing out deletes both copies.",
    longTitle: "How long we keep your data",
    long: "We keep records of who viewed or changed your data for six years. To ask about other data, or to see, correct, or delete it, contact the clinic or company that sent you here.",
  },
} as const;
