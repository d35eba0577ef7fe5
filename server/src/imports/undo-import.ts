import { importKindNames, UNDO_DAYS } from '@portal/contract/office/imports';
import type { StartedJob } from '@portal/contract/office/jobs';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { jobs } from '../jobs/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { chunkItems, LAST_ITEM } from './chunks.ts';
import { undoImportJob } from './import-jobs.ts';
import { findImport, type Import, lockImport } from './queries.ts';
import { isUndoable } from './rules.ts';
import { IMPORT_STEPS, mayStep, stepRefusal } from './states.ts';
import { importRows, imports } from './tables.ts';

const { from, to, action } = IMPORT_STEPS.undo;

/** Whether the job of the import is at work or waits for its turn. */
export const isUnderWay = async (db: Executor, { jobId }: Pick<Import, 'jobId'>): Promise<boolean> => {
  if (jobId === null) return false;
  return (await db.$count(jobs, and(eq(jobs.id, jobId), inArray(jobs.state, ['queued', 'running'])))) > 0;
};

const CHUNK_ROWS = 100;

const findItems = async (tx: Tx, id: number) => {
  const rows = await tx
    .select({ row: importRows.row })
    .from(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.outcome, ['made', 'filled'])))
    .orderBy(asc(importRows.row));
  const items = chunkItems(
    rows.map(({ row }) => row),
    CHUNK_ROWS,
  );
  return { count: rows.length, items: [...items, { key: LAST_ITEM, label: '完成復原' }] };
};

/** Starts the job that takes an import back, as far as nobody has used what it made. */
export const undoImport = async (
  tx: Tx,
  { importId }: { readonly importId: number },
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  const { organizationId } = await findImport(tx, importId, actor);
  const found = await lockImport(tx, importId);
  const refusal = stepRefusal('undo', found.state);
  if (refusal) throw new Refusal(refusal);
  if (!mayStep('undo', found.state)) throw new Refusal('import_undone');
  if (await isUnderWay(tx, found)) throw new Refusal('import_running');
  if (!isUndoable(found, now)) throw new Refusal('import_undo_late', { values: { n: UNDO_DAYS } });
  const { count, items } = await findItems(tx, importId);
  const title = `復原匯入${importKindNames[found.kind]}：${found.fileName}`.slice(0, 200);
  const job = { kind: undoImportJob, title, input: { importId }, organizationId, items };
  const started = await enqueueJob(tx, job, { actor, now });
  await tx
    .update(imports)
    .set({ state: to, jobId: started.jobId })
    .where(and(eq(imports.id, importId), inArray(imports.state, [...from])));
  const after = { file: found.fileName, rows: count };
  await recordEvent(tx, { actor, action, subject: 'import', subjectId: importId, after }, now);
  return started;
};
