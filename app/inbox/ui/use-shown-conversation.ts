import { usePage } from "~/ui/page-context";
import type { Conversation } from "../conversations/conversation";

/** Removes the patient's name on devices that hide names. */
export function useShownConversation<Shown extends Pick<Conversation, "patient_name">>(
  conversation: Shown,
): Shown {
  const { hidesNames } = usePage();
  return hidesNames ? { ...conversation, patient_name: null } : conversation;
}
