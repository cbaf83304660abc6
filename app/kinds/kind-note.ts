import type { Mode } from "./kind-schema";

/** How and where a visit happens, for staff: a word for narrow places, and a text. */
export interface KindNote {
  short: string;
  text: string;
}

interface Noted {
  mode: Mode;
  kind: string;
  isDefault: boolean;
  place: { name: string } | null;
  zip: string | null;
}

/** "Branch: Midtown", "Phone", or "Home 30309". Null for a visit by video of the company's default kind. */
export function kindNoteOf({ mode, kind, isDefault, place, zip }: Noted): KindNote | null {
  switch (mode) {
    case "phone":
      return { short: "Phone", text: "Phone" };
    case "home":
      return { short: "Home", text: zip ? `Home ${zip}` : "Home" };
    case "branch":
      return { short: "Branch", text: place ? `Branch: ${place.name}` : "Branch" };
    case "class":
      return { short: "Class", text: kind };
    case "video":
      return isDefault ? null : { short: "Video", text: kind };
  }
}
