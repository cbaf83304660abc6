import type { Language } from "./languages";

interface DateStyle {
  clean(day: string): string;
  /** "Nov 23" or "23 nov". */
  isMonthFirst: boolean;
  /** For `formatDay`. Text messages always use the short month. */
  month: "short" | "long";
  /** The words between a day and its time. @param hour 0 to 23 */
  at(hour: number): string;
  /** The words between a time and its day. Null if the day always comes first. */
  on: string | null;
}

export const dateStyles: Record<Language, DateStyle> = {
  en: { isMonthFirst: true, month: "short", clean: (day) => day, at: () => " at ", on: " on " },
  es: {
    isMonthFirst: false,
    // In Spanish, "mar" is short for both Tuesday and March.
    month: "long",
    clean: (day) => day.replace(",", ""),
    at: (hour) => (hour % 12 === 1 ? " a la " : " a las "),
    on: null,
  },
};

/** Common names of US time zones, where the locale's names are unusual. */
export const zoneWords: Partial<Record<Language, Record<string, string>>> = {
  es: {
    "hora oriental": "hora del este",
    "hora de las Montañas Rocosas": "hora de la montaña",
    "hora estándar de las Montañas Rocosas": "hora de Arizona",
    "hora estándar de Hawái-Aleutianas": "hora de Hawái",
    "hora estándar del Atlántico": "hora del Atlántico",
  },
};
