export interface OutgoingEmail {
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  calendar: { method: "REQUEST" | "CANCEL"; text: string } | null;
}

export interface EmailProvider {
  /** @returns `delivered` is true only if the email has certainly arrived @throws ProviderProblem */
  send(email: OutgoingEmail): Promise<{ delivered: boolean }>;
  close(): void;
}
