/** A text that starts with its own emoji, like "✅ Code resent", gets no check mark before it. */
export const toastClass = (text: string): string =>
  /^\p{Extended_Pictographic}/u.test(text) ? "toast" : "toast checked";
