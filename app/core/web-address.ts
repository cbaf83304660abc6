/** A web page's address as people write it in full, as in "https://www.example.com/privacy". */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && username === "" && password === "";
}
