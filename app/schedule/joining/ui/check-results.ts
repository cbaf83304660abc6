type Check = "camera" | "microphone" | "connection";

export const showText = (check: Check, text: string) => show(check, "", text);
export const showWorks = (check: Check, text: string) => show(check, "works", `✓ ${text}`);
export const showFailed = (check: Check, text: string) => show(check, "fails", text);

function show(check: Check, look: string, text: string): void {
  const line = document.querySelector(`[data-check="${check}"] > span`);
  if (!line) return;
  line.className = look;
  line.textContent = text;
}
