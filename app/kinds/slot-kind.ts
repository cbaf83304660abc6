export interface SlotKind {
  id: number;
  name: string;
  isActive: boolean;
}

/** @param kinds the column `kinds` of a slot or of weekly hours; null means every kind */
export const slotKindIds = (kinds: string | null): number[] =>
  kinds === null ? [] : (JSON.parse(kinds) as number[]);
