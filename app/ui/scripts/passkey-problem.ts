/** Explains why the browser didn't create or use a passkey. */
export function passkeyProblem(error: unknown): string {
  const { name, message } = error as Error;
  // Browsers don't distinguish a canceled request from a timeout.
  if (name === "NotAllowedError" || name === "AbortError") return "No passkey was used. Try again.";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "TimeoutError" || name === "TypeError") return "The server didn't respond. Try again.";
  return message || "The passkey did not work. Try again.";
}
