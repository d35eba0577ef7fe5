/** An approval or a confirmed payment may be undone, and its mail is held, for so long. */
export const UNDO_SECONDS = 20;
