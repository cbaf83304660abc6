/** Why a browser made or used no passkey, in plain words. */
export function passkeyProblem(error: unknown): string {
  const { name, message } = error as Error;
  // Browsers don't tell a canceled request from one that took too long.
  if (name === "NotAllowedError" || name === "AbortError") return "No passkey was used. Try again.";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "TimeoutError" || name === "TypeError") return "The server did not answer. Try again.";
  return message || "The passkey did not work. Try again.";
}
