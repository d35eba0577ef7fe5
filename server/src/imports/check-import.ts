import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type ImportKind, importKindNames } from '@portal/contract/office/imports';
import { asc, eq, sql } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { chunkItems, LAST_ITEM } from './chunks.ts';
import { checkImportJob } from './import-jobs.ts';
import { mayImport } from './policy.ts';
import type { FileToCheck } from './reading/read-for-check.ts';
import { importRows, importShapes, imports } from './tables.ts';

interface ToCheck {
  readonly kind: ImportKind;
  /** The group of an import of its members. */
  readonly group?: { readonly id: number; readonly organizationId: number | null } | null;
  readonly fileName: string;
  readonly file: FileToCheck;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const insertImport = async (
  tx: Tx,
  { kind, group = null, fileName, file }: ToCheck,
  { actor, now }: Context<Staff>,
) => {
  const { head, shape, count } = file;
  const sha256 = group === null ? file.sha256 : sha256Of(`${group.id} ${file.sha256}`);
  const [made] = await tx
    .insert(imports)
    .values({
      ...{ kind, groupId: group?.id ?? null, fileName, sha256, head: [...head], shape, rows: count },
      ...{ createdBy: actorName(actor), createdAt: now },
    })
    .returning({ id: imports.id });
  if (!made) throw new Error('the import was not inserted');
  return made.id;
};

const unpack = promisify(inflateRaw) as (packed: Uint8Array) => Promise<Buffer>;

/** The shortest pause between two slices. A longer slice is followed by a pause as long, so that other calls get the processors. */
const LEAST_PAUSE_MS = 10;

const addRows = async (tx: Tx, importId: number, slices: readonly Uint8Array[]): Promise<void> => {
  for (const slice of slices) {
    const began = performance.now();
    const json = (await unpack(slice)).toString('utf8');
    await tx.execute(sql`
      insert into ${importRows} (import_id, row, verdict, problem, data, cells)
      select ${importId}, row, verdict, problem, case when jsonb_typeof(data) = 'object' then data end, cells
      from jsonb_to_recordset(${json}::jsonb) as file (row int, verdict text, problem text, data jsonb, cells text[])`);
    await sleep(Math.max(LEAST_PAUSE_MS, performance.now() - began));
  }
};

const rememberShape = async (tx: Tx, { kind, file: { head, shape } }: ToCheck, now: Date): Promise<void> => {
  await tx
    .insert(importShapes)
    .values({ kind, head: [...head], shape, usedAt: now })
    .onConflictDoUpdate({ target: [importShapes.kind, importShapes.head], set: { shape, usedAt: now } });
};

const CHUNK_ROWS = 200;

/** Stores the rows of a file and starts the job that compares them. Changes nothing else. Returns the id of the import. */
export const checkImport = async (
  tx: Tx,
  input: ToCheck,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const { kind, fileName, file } = input;
  if (!mayImport(actor, { kind, organizationId: input.group?.organizationId ?? null }))
    throw new Refusal('forbidden');
  if (file.missing.length > 0)
    throw new Refusal('import_columns', { values: { names: file.missing.join('、') } });
  if (file.count === 0) throw new Refusal('import_empty');
  const id = await insertImport(tx, input, { actor, now });
  await addRows(tx, id, file.slices);
  await rememberShape(tx, input, now);
  const rows = await tx
    .select({ row: importRows.row })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.row));
  const items = chunkItems(
    rows.map(({ row }) => row),
    CHUNK_ROWS,
  );
  const job = {
    ...{ kind: checkImportJob, title: `試算匯入：${importKindNames[kind]}`, input: { importId: id } },
    ...{
      organizationId: input.group?.organizationId ?? null,
      items: [...items, { key: LAST_ITEM, label: '完成試算' }],
    },
  };
  const { jobId } = await enqueueJob(tx, job, { actor, now });
  await tx.update(imports).set({ jobId }).where(eq(imports.id, id));
  const after = { file: fileName, rows: file.count };
  await recordEvent(tx, { actor, action: 'import.check', subject: 'import', subjectId: id, after }, now);
  return id;
};
