import { UNDO_DAYS } from '@portal/contract/office/imports';

const DAY = 24 * 3_600_000;

interface Started {
  readonly startedAt: Date | null;
  readonly forgottenAt: Date | null;
}

export const undoUntil = ({ startedAt }: Pick<Started, 'startedAt'>): Date | null =>
  startedAt && new Date(startedAt.getTime() + UNDO_DAYS * DAY);

/** An import can be undone until its rows are removed. */
export const isUndoable = (started: Started, now: Date): boolean => {
  const until = undoUntil(started);
  return until !== null && now <= until && started.forgottenAt === null;
};
