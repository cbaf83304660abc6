export interface Hours {
  id: number;
  days: number[];
  startTime: string;
  endTime: string;
  interval: number;
}
