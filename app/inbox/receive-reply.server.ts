import type { App } from "~/boot/app.server";
import { type InboundText, type Questions, receiveText } from "~/messages/receive-text.server";
import { answerAboutEquipment } from "~/visits/equipment/answer-about-equipment.server";
import { answerReply } from "~/visits/reminder-replies/answer-reply.server";

const questions: Questions = {
  "visit-answer": answerReply,
  "equipment-answer": answerAboutEquipment,
};

/** Receives a patient's text, and acts on an answer to any of our questions. */
export const receiveReply = (app: App, text: InboundText) => receiveText(app, text, questions);
