import { ButtonLink } from "~/ui/components/button";

interface MessageLinkProps {
  order: { id: number; phone: string | null; threadId: number | null };
}

/** Opens the patient's conversation, or starts one. */
export function MessageLink({ order: { id, phone, threadId } }: MessageLinkProps) {
  if (threadId === null && !phone) return null;
  const href = threadId === null ? `/messages/start?order=${id}` : `/messages/${threadId}`;
  return (
    <ButtonLink href={href} look="quiet">
      Message
    </ButtonLink>
  );
}
