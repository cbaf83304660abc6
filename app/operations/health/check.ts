/** One thing that an admin may want to know of the running product, in plain words. */
export interface Check {
  name: string;
  /** `bad` needs somebody now, `warn` soon. */
  state: "good" | "warn" | "bad";
  says: string;
}

/** "3 minutes", "2 days": how long something lasts, in whole units. */
export function lasting(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

/** "1.4 GB", "38 MB". */
export function sized(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
