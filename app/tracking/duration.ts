/** "12d 4h 03m 09s", as long as it needs to be. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}m ${two(seconds % 60)}s`;
  if (days > 0) return `${days}d ${hours}h ${rest}`;
  return hours > 0 ? `${hours}h ${rest}` : rest;
}
