import type { Mode } from "./kind-schema";

export const modeNames: Record<Mode, string> = {
  video: "By video",
  phone: "By phone",
  branch: "At a place",
  home: "At the patient's home",
  class: "Class",
};
