interface Meaning {
  words: string;
  /** Left out where another attempt can succeed. */
  permanent?: true;
  optedOut?: true;
}

const settings = "Please check the Twilio settings.";

/** Twilio's error codes, at sending and in its reports alike, in words for staff. */
const meanings: Record<string, Meaning> = {
  "20003": { words: `Twilio did not accept our account's key. ${settings}` },
  "20429": { words: "Twilio asked us to slow down." },
  "21211": { words: "This is not a number that can be texted.", permanent: true },
  "21408": { words: `Our account may not text to this country. ${settings}`, permanent: true },
  "21606": { words: `The number we text from can't send texts. ${settings}`, permanent: true },
  "21608": { words: `Our trial account may text only numbers it has verified. ${settings}`, permanent: true },
  "21610": { words: "This number has opted out of texts (STOP).", permanent: true, optedOut: true },
  "21611": { words: "Too many texts wait at the number we text from." },
  "21612": { words: "Twilio has no way to this number.", permanent: true },
  "21614": { words: "This is not a mobile number.", permanent: true },
  "21617": { words: "The text is too long.", permanent: true },
  "21635": { words: "This is a landline.", permanent: true },
  "21730": { words: "Twilio is being maintained." },
  "30001": { words: "Too many texts were waiting at Twilio." },
  "30002": { words: `Our Twilio account is suspended. ${settings}` },
  "30003": { words: "The phone could not be reached. It may be switched off." },
  "30004": { words: "The phone or its carrier blocks texts from us.", permanent: true },
  "30005": { words: "This number is unknown or no longer in use.", permanent: true },
  "30006": { words: "This is a landline, or its carrier takes no texts.", permanent: true },
  "30007": { words: "The carrier filtered the text as unwanted.", permanent: true },
  "30008": { words: "The carrier did not deliver it and gave no reason." },
  "30034": {
    words: `The number we text from is not registered with the carriers. ${settings}`,
    permanent: true,
  },
};

/**
 * What a code means: known ones by the table, others by the HTTP status that came with them.
 *
 * @param status of the answer; undefined in a report
 */
export function meaningOf(
  code: string,
  status?: number,
): { words: string; permanent: boolean; optedOut: boolean } {
  const known = meanings[code];
  if (known) {
    return { words: known.words, permanent: known.permanent ?? false, optedOut: known.optedOut ?? false };
  }
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { words: `Twilio answered with error ${code}.`, permanent: refused, optedOut: false };
}
