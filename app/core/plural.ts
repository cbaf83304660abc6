/** "1 order", "1,200 orders". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count < 1000 ? count : count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
