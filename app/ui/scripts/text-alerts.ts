const notifyKey = "notify-of-texts";
const soundKey = "sound-for-texts";

export const textAlerts = {
  notify: { key: notifyKey, isOn: () => isSet(notifyKey) && Notification.permission === "granted" },
  sound: { key: soundKey, isOn: () => isSet(soundKey) },
};

/** Pages with alerts check for texts even while they are hidden. */
export const hasTextAlerts = (): boolean => textAlerts.notify.isOn() || textAlerts.sound.isOn();

function isSet(key: string): boolean {
  try {
    return "Notification" in window && localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

/** @param unanswered the number of unanswered conversations */
export function alertOfTexts(unanswered: number): void {
  if (textAlerts.sound.isOn()) chime();
  if (!textAlerts.notify.isOn() || document.hasFocus()) return;
  // There is no name, because others may see the screen. The tag replaces another tab's notification.
  const body = unanswered === 1 ? "1 text is unanswered." : `${unanswered} texts are unanswered.`;
  const notification = new Notification("New text from a patient", { body, tag: "new-text" });
  notification.addEventListener("click", () => {
    window.focus();
    location.assign("/messages?filter=unanswered");
  });
}

/** Two short notes. Browsers allow sound only after the user has used the page. */
function chime(): void {
  const audio = new AudioContext();
  for (const [index, pitch] of [660, 880].entries()) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * 0.15;
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.14);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.15);
  }
  setTimeout(() => audio.close(), 1000);
}
