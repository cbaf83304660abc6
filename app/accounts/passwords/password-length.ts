/** Part 1, section 9, and part 3, section 3: the length of a password, in characters. */
export const shortestPassword = 8;
export const longestPassword = 256;
