export const en = {
  questions: "Questions? Call {company} at {phone}.",
  questionsUnknown: "Questions? Call the clinic or equipment company that sent you here.",
  callUs: "call {company} at {phone}",
  callUsUnknown: "call the clinic or equipment company that sent you here",
  messageFrequency: "Message frequency varies.",
  messageFrequencyInText: "Msg frequency varies.",
} as const;
