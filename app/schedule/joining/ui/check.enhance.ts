import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { listen, openDevices, showPicture } from "./check-devices";
import { showFailed, showText, showWorks } from "./check-results";
import { checkTexts as texts } from "./check-texts";

const tries = 5;

// Video calls stutter if the round trip is longer (ms) or the bandwidth is lower (Mbit/s) than this.
const slowFrom = 600;

const thinBelow = 0.6;

const byId = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found;
const picture = byId<HTMLVideoElement>("check-picture");
const startButton = byId<HTMLButtonElement>("check-start");
const stopButton = byId<HTMLButtonElement>("check-stop");
let streams: MediaStream[] = [];
let stopListening = () => {};

if (navigator.mediaDevices && "AudioContext" in window) {
  byId("check-unavailable").hidden = true;
  byId("device-check").hidden = false;
  startButton.addEventListener("click", check);
  stopButton.addEventListener("click", stop);
  addEventListener("pagehide", stop);
}

async function check(): Promise<void> {
  stop();
  startButton.disabled = true;
  byId("check-results").hidden = false;
  byId("check-ask").hidden = false;
  for (const name of ["camera", "microphone", "connection"] as const) showText(name, texts.waiting);
  const connection = checkConnection();
  const { camera, microphone } = await openDevices();
  byId("check-ask").hidden = true;
  streams = [camera, microphone].filter((stream) => stream !== null);
  if (microphone) stopListening = listen(byId<HTMLMeterElement>("check-level"), microphone);
  if (camera) await showPicture(picture, camera);
  await connection;
  stopButton.hidden = streams.length === 0;
  byId("check-done").hidden = false;
  startButton.disabled = false;
  startButton.classList.add("quiet");
  startButton.textContent = texts.again;
}

function stop(): void {
  stopListening();
  stopListening = () => {};
  for (const stream of streams) for (const track of stream.getTracks()) track.stop();
  streams = [];
  picture.hidden = true;
  picture.srcObject = null;
  stopButton.hidden = true;
}

async function checkConnection(): Promise<void> {
  try {
    const times: number[] = [];
    for (let turn = 0; turn < tries; turn++) {
      const started = performance.now();
      await fetchWithTimeout("/healthz", { cache: "no-store" });
      times.push(performance.now() - started);
    }
    const middle = times.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
    const { downlink = thinBelow } = (navigator as { connection?: { downlink?: number } }).connection ?? {};
    if (middle >= slowFrom || downlink < thinBelow) showFailed("connection", texts.connectionSlow);
    else showWorks("connection", texts.connectionWorks);
  } catch {
    showFailed("connection", texts.connectionLost);
  }
}
