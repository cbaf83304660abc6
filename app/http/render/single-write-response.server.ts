/**
 * An answer whose text is at hand whole. Whoever reads its body gets one made then: the stream that a Response
 * makes of its text at once costs as much as all the rest of a small answer.
 */
export class TextResponse extends Response {
  readonly whole: string;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.whole = text;
  }
  override get body() {
    return this.clone().body;
  }
  override async text() {
    return this.whole;
  }
  override async json() {
    return JSON.parse(this.whole);
  }
  override arrayBuffer() {
    return this.clone().arrayBuffer();
  }
  override clone() {
    return new Response(this.whole, this);
  }
}

/** The same as JSON. */
export const jsonResponse = (value: unknown, status: number, headers: Record<string, string>): Response =>
  new TextResponse(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  });
