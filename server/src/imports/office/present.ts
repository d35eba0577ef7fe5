import { isoTaipei } from '@portal/contract/dates';
import type { ImportDetail, ImportRow } from '@portal/contract/office/imports';
import type { Executor } from '../../platform/database/database.ts';
import { countRows, findShownRows, type NamedImport } from '../queries.ts';
import { isUndoable, undoUntil } from '../rules.ts';
import { mayStep } from '../states.ts';
import { isUnderWay } from '../undo-import.ts';

const maybeTime = (time: Date | null): string | null => time && isoTaipei(time);

export const presentImport = (found: NamedImport): ImportRow => {
  const { id, kind, groupId, groupName, fileName, state, rows, by, createdAt, startedAt } = found;
  return {
    ...{ id, kind, fileName, state, rows, by },
    group: groupId === null ? null : { id: groupId, name: groupName ?? '' },
    createdAt: isoTaipei(createdAt),
    startedAt: maybeTime(startedAt),
  };
};

export const presentDetail = async (db: Executor, found: NamedImport, now: Date): Promise<ImportDetail> => {
  const { id, state, jobId, takesDoubtful, forgottenAt } = found;
  const { partial, ...counts } = await countRows(db, id);
  const { new: fresh, changed, same, doubtful, wrong, ...outcomes } = counts;
  const mayUndo = mayStep('undo', state) && isUndoable(found, now) && !(await isUnderWay(db, found));
  return {
    ...presentImport(found),
    verdicts: { new: fresh, changed, same, doubtful, wrong },
    ...{ partial, outcomes, takesDoubtful, jobId },
    shown: {
      doubtful: await findShownRows(db, found, 'doubtful'),
      wrong: await findShownRows(db, found, 'wrong'),
      partial: await findShownRows(db, found, 'partial'),
      kept: await findShownRows(db, found, 'kept'),
    },
    undoUntil: maybeTime(undoUntil(found)),
    hasRows: forgottenAt === null,
    can: { start: mayStep('start', state), undo: mayUndo },
  };
};
