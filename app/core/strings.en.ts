export const en = {
  enterText: "Please enter some text.",
  fillIn: "Please fill this in.",
  tooLong: "Please keep this under {count} characters.",
  unstorable: "This text contains a character that can't be stored.",
  oneLine: "Please write this on one line, without tabs or line breaks.",
  email: "Please enter an email address.",
  emailIncomplete: "Please enter a complete email address, like name@example.com.",
  phone: "Please enter a phone number.",
  phoneIncomplete: "Please enter a 10-digit US phone number.",
  time: "Choose a time.",
  textsWanted: "sms_consent must be true or false.",
  notValid: "This value is not valid.",
} as const;
