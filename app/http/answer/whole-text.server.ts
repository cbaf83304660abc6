const texts = new WeakMap<Response, string>();

/** A Response whose text stays at hand, so that sending it need not read it out of a stream again. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** The same as JSON. */
export const jsonResponse = (value: unknown, status: number, headers: Record<string, string>): Response =>
  textResponse(JSON.stringify(value), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  });

/** The text of such a Response; undefined of any other. */
export const textOf = (response: Response): string | undefined => texts.get(response);
