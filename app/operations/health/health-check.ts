export interface HealthCheck {
  name: string;
  state: "good" | "warn" | "bad";
  message: string;
  href?: string;
}

export const resultOf =
  (name: string, href?: string) =>
  (state: HealthCheck["state"], message: string): HealthCheck => ({ name, state, message, href });

export const damagedDatabase =
  "The database file is damaged: parts of it can't be read. Stop Firstnight, leave its folder as is, and restore the newest backup. Anything entered since that backup is lost.";

export function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
