/**
 * A response whose text is sent in one write. Its body stream is created only when something reads it: creating
 * it costs as much as the rest of a small response.
 */
export class TextResponse extends Response {
  readonly wholeText: string;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.wholeText = text;
  }
  override get body() {
    return this.clone().body;
  }
  override async text() {
    return this.wholeText;
  }
  override async json() {
    return JSON.parse(this.wholeText);
  }
  override arrayBuffer() {
    return this.clone().arrayBuffer();
  }
  override clone() {
    return new Response(this.wholeText, this);
  }
}
