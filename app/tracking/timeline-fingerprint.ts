/** A short mark of a text (FNV-1a): tells whether what the page shows is still what the server says. */
export function textFingerprint(text: string): string {
  let mark = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193);
  }
  return (mark >>> 0).toString(36);
}
