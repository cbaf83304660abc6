/** The supported encodings that a client accepts, such as "br, gzip". A weight of 0 rejects one (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string): string {
  const weights = new Map(
    header
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
        const weight = parameters.find((parameter) => parameter.startsWith("q="));
        return [name, weight ? Number(weight.slice(2)) : 1];
      }),
  );
  return ["br", "gzip"].filter((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0).join(", ");
}
