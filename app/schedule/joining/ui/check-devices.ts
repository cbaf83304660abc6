import { showFailed, showText, showWorks } from "./check-results";
import { checkTexts as texts } from "./check-texts";

type Device = "camera" | "microphone";

const asked = { camera: { video: { facingMode: "user" } }, microphone: { audio: true } };

/** Asks for both devices. If that fails, asks for each one separately, so that each shows its own error. */
export async function openDevices(): Promise<Record<Device, MediaStream | null>> {
  const { mediaDevices } = navigator;
  const both = await mediaDevices.getUserMedia({ ...asked.camera, ...asked.microphone }).catch(() => null);
  if (both) return { camera: both, microphone: both };
  return { camera: await openDevice("camera"), microphone: await openDevice("microphone") };
}

async function openDevice(device: Device): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia(asked[device]);
  } catch (error) {
    showFailed(device, texts[`${device}${deviceProblem((error as Error).name)}`]);
    return null;
  }
}

function deviceProblem(name: string): "Blocked" | "Missing" | "Busy" {
  if (name === "NotAllowedError" || name === "SecurityError") return "Blocked";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "Missing" : "Busy";
}

export async function showPicture(picture: HTMLVideoElement, stream: MediaStream): Promise<void> {
  picture.srcObject = stream;
  picture.hidden = false;
  try {
    await picture.play();
    showWorks("camera", texts.cameraWorks);
  } catch {
    picture.hidden = true;
    showFailed("camera", texts.cameraBusy);
  }
}

const heardAt = 4;
const silentAfter = 8000;

/** Moves the bar with the microphone's level. @returns a function that stops listening */
export function listen(meter: HTMLMeterElement, stream: MediaStream): () => void {
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 1024;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  meter.hidden = false;
  showText("microphone", texts.speak);
  let isHeard = false;
  const look = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const loudness = Math.hypot(...samples) / Math.sqrt(samples.length);
    meter.value = Math.min(100, loudness * 400);
    if (!isHeard && meter.value >= heardAt) {
      isHeard = true;
      showWorks("microphone", texts.microphoneWorks);
    }
  }, 100);
  const silence = setTimeout(() => {
    if (!isHeard) showFailed("microphone", texts.microphoneSilent);
  }, silentAfter);
  return () => {
    clearInterval(look);
    clearTimeout(silence);
    meter.hidden = true;
    audio.close();
  };
}
