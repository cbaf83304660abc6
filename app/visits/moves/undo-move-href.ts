export const undoMoveHref = (visit: number) => `/visits/${visit}/undo-move`;
