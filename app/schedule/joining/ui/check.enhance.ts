import { checkConnection } from "./check-connection";
import { listen, openDevices, showPicture } from "./check-devices";
import { showText } from "./check-results";
import { checkTexts as texts } from "./check-texts";

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
