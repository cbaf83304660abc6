export interface ConsentEntry {
  id: number;
  given: number;
  source: "booking" | "keyword" | "import" | "staff" | "provider";
  wording: string | null;
  created_at: number;
  user_name: string | null;
}

export function sourceOf({ source, user_name: name }: ConsentEntry): string {
  switch (source) {
    case "booking":
      return "checkbox when booking";
    case "keyword":
      return "text message from the patient";
    case "import":
      return "import from the order system";
    case "provider":
      return "the SMS provider: the number is blocked there";
    default:
      return name ? `noted by ${name}` : "noted by staff";
  }
}
