const over = /\b(closed|cancell?ed|voided)\b|^(cancel|void|completed?|deleted|discontinued)$/i;

/** True for the status of an order that needs no visit anymore, like "Closed" or "Order canceled". */
export const isOverStatus = (status: string): boolean => over.test(status.trim());
