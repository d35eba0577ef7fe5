import { readableTime } from '@portal/contract/dates';
import { importKindNames } from '@portal/contract/office/imports';
import type { StartedJob } from '@portal/contract/office/jobs';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Tx } from '../platform/database/database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { chunkItems, LAST_ITEM } from './chunks.ts';
import { runImportJob } from './import-jobs.ts';
import { findImport, type Import, lockImport, staffName } from './queries.ts';
import { IMPORT_STEPS, mayStep, stepRefusal } from './states.ts';
import { importRows, imports } from './tables.ts';

const { from, to, action } = IMPORT_STEPS.start;

const refuseKnownFile = async (tx: Tx, { kind, sha256 }: Import): Promise<never> => {
  const [known] = await tx
    .select({ at: imports.startedAt, by: staffName(imports.startedBy) })
    .from(imports)
    .where(
      and(
        ...[eq(imports.kind, kind), eq(imports.sha256, sha256)],
        inArray(imports.state, ['started', 'finished']),
      ),
    );
  const values = { time: known?.at ? readableTime(known.at) : '', name: known?.by ?? '系統' };
  throw new Refusal('import_known', { values });
};

/** The unique index refuses a second import of the same file, also one that starts at the same time. */
const markStarted = async (
  tx: Tx,
  found: Import,
  set: Partial<typeof imports.$inferInsert>,
): Promise<void> => {
  try {
    await tx.transaction((within) =>
      within
        .update(imports)
        .set({ ...set, state: to })
        .where(and(eq(imports.id, found.id), inArray(imports.state, [...from]))),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'imports_file_once') throw error;
    await refuseKnownFile(tx, found);
  }
};

const CHUNK_ROWS = 50;

const findItems = async (tx: Tx, id: number, takesDoubtful: boolean) => {
  const verdicts = ['new', 'changed', ...(takesDoubtful ? (['doubtful'] as const) : [])] as const;
  const rows = await tx
    .select({ row: importRows.row })
    .from(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.verdict, [...verdicts])))
    .orderBy(asc(importRows.row));
  if (rows.length === 0) throw new Refusal('import_nothing');
  const items = chunkItems(
    rows.map(({ row }) => row),
    CHUNK_ROWS,
  );
  return { count: rows.length, items: [...items, { key: LAST_ITEM, label: '完成匯入' }] };
};

/** Starts the job of an import after its dry run. The same file is imported once. */
export const startImport = async (
  tx: Tx,
  { importId, takesDoubtful }: { readonly importId: number; readonly takesDoubtful: boolean },
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  const { organizationId } = await findImport(tx, importId, actor);
  const found = await lockImport(tx, importId);
  const refusal = stepRefusal('start', found.state);
  if (refusal || !mayStep('start', found.state)) throw new Refusal(refusal ?? 'import_started');
  const { count, items } = await findItems(tx, importId, takesDoubtful);
  await markStarted(tx, found, { takesDoubtful, startedAt: now, startedBy: actorName(actor) });
  const job = {
    ...{ kind: runImportJob, title: `匯入${importKindNames[found.kind]}：${found.fileName}`.slice(0, 200) },
    ...{ input: { importId }, organizationId, items },
  };
  const started = await enqueueJob(tx, job, { actor, now });
  await tx.update(imports).set({ jobId: started.jobId }).where(eq(imports.id, importId));
  const after = { file: found.fileName, rows: count, takesDoubtful };
  await recordEvent(tx, { actor, action, subject: 'import', subjectId: importId, after }, now);
  return started;
};
