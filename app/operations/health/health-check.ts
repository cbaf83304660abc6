/** One thing that an admin may want to know of the running product, in plain words. */
export interface HealthCheck {
  name: string;
  /** `bad` needs somebody now, `warn` soon. */
  state: "good" | "warn" | "bad";
  says: string;
}

/** What has to be done, and why at once: a restored database knows nothing of what came after its backup. */
export const damagedDatabase =
  "The database file is damaged: parts of it can't be read. Stop Firstnight, keep its folder as it is, and restore the newest backup; what is entered until then is lost with it.";

/** "3 minutes", "2 days": how long something lasts, in whole units. */
export function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

/** "1.4 GB", "38 MB". */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
