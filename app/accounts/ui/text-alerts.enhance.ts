import { textAlerts } from "~/ui/scripts/text-alerts";

const { notify, sound } = textAlerts;

if ("Notification" in window) {
  document.getElementById("text-alerts")?.removeAttribute("hidden");
  watch(notify, async () => {
    const isGranted = (await Notification.requestPermission()) === "granted";
    if (!isGranted) {
      showProblem(
        "This browser blocks notifications from Firstnight. Allow them in the browser's settings for this site.",
      );
    }
    return isGranted;
  });
  watch(sound, async () => true);
}

function watch({ key, isOn }: (typeof textAlerts)["notify"], mayTurnOn: () => Promise<boolean>): void {
  const box = document.getElementById(key) as HTMLInputElement | null;
  if (!box) return;
  box.checked = isOn();
  box.addEventListener("change", async () => {
    showProblem("");
    const wanted = box.checked;
    box.checked &&= await mayTurnOn();
    localStorage.setItem(key, box.checked ? "on" : "off");
    const saved = document.getElementById("alerts-saved");
    if (saved) saved.textContent = box.checked === wanted ? "Saved." : "";
  });
}

function showProblem(problem: string): void {
  document.getElementById("alerts-problem")?.replaceChildren(problem);
}
