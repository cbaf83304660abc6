interface Meaning {
  message: string;
  permanent?: true;
  optedOut?: true;
}

const settings = "Check the Twilio settings.";

const meanings: Record<string, Meaning> = {
  "20003": { message: `Twilio did not accept the account SID or auth token. ${settings}` },
  "20429": { message: "Twilio's rate limit was reached." },
  "21211": { message: "This number can't receive texts.", permanent: true },
  "21408": { message: `The account can't text this country. ${settings}`, permanent: true },
  "21606": { message: `The sending number can't send texts. ${settings}`, permanent: true },
  "21608": { message: `The trial account can only text verified numbers. ${settings}`, permanent: true },
  "21610": { message: "This number has opted out of texts (STOP).", permanent: true, optedOut: true },
  "21611": { message: "Too many texts are waiting to be sent from the sending number." },
  "21612": { message: "Twilio can't reach this number.", permanent: true },
  "21614": { message: "This is not a mobile number.", permanent: true },
  "21617": { message: "The text is too long.", permanent: true },
  "21635": { message: "This is a landline.", permanent: true },
  "21730": { message: "Twilio is under maintenance." },
  "30001": { message: "Too many texts were waiting in Twilio's queue." },
  "30002": { message: `The Twilio account is suspended. ${settings}` },
  "30003": { message: "The phone could not be reached. It may be turned off." },
  "30004": { message: "The phone or its carrier blocks our texts.", permanent: true },
  "30005": { message: "This number is unknown or no longer in use.", permanent: true },
  "30006": { message: "This is a landline, or its carrier doesn't accept texts.", permanent: true },
  "30007": { message: "The carrier filtered the text as spam.", permanent: true },
  "30008": { message: "The carrier did not deliver the text and gave no reason." },
  "30034": {
    message: `The sending number is not registered with the carriers. ${settings}`,
    permanent: true,
  },
};

/** @param status the HTTP status, which is used for unknown codes; undefined in a status report */
export function meaningOf(
  code: string,
  status?: number,
): { message: string; permanent: boolean; optedOut: boolean } {
  const known = meanings[code];
  if (known) {
    return { message: known.message, permanent: known.permanent ?? false, optedOut: known.optedOut ?? false };
  }
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { message: `Twilio returned error ${code}.`, permanent: refused, optedOut: false };
}
