import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/imports';
import { type ImportKind, importKindNames, isOfGroup } from '@portal/contract/office/imports';
import { recordEvent } from '../../audit/record-event.ts';
import { startJob } from '../../jobs/start-job.ts';
import { wakeJobWorkers } from '../../jobs/wake.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportLimit, writeExport } from '../../platform/files/export.ts';
import type { Upload } from '../../platform/http/http.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { checkImport } from '../check-import.ts';
import { findImportLookups, findOfGroup } from '../lookups.ts';
import { mayImport, mayImportAll } from '../policy.ts';
import { countProblems, findImport, findImports, findProblems, findShapes } from '../queries.ts';
import type { KnownGroup } from '../reading/read-member.ts';
import { readForCheck, readForPreview } from '../run-in-worker.ts';
import { startImport } from '../start-import.ts';
import { templateHeads, templateRows } from '../templates.ts';
import { undoImport } from '../undo-import.ts';
import { presentDetail, presentImport } from './present.ts';

const requireFile = (file: Upload | null): Upload => {
  if (!file || file.bytes.length === 0) throw new Refusal('import_missing');
  return file;
};

const DEFAULT_FILE_NAME = '匯入檔案';

/** The browser may send any name. */
const fileNameOf = ({ name }: Upload): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 200) || DEFAULT_FILE_NAME;

/** The group of a kind that belongs to one; null for others. Throws unless the actor may import it. */
const requireReach = async (
  db: Executor,
  { kind, groupId }: { readonly kind: ImportKind; readonly groupId: number | null },
  actor: Staff,
): Promise<KnownGroup | null> => {
  if (!isOfGroup(kind)) {
    if (!mayImportAll(actor)) throw new Refusal('forbidden');
    return null;
  }
  const found = await findOfGroup(db, groupId);
  if (!mayImport(actor, { kind, ...found })) throw new Refusal('not_found');
  return found;
};

const checkRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.previewImport, async ({ body: { kind, shape, group }, file, actor }) => {
    await requireReach(db, { kind, groupId: group ?? null }, actor);
    const { bytes } = requireFile(file);
    return readForPreview({ bytes, kind, given: shape ?? null, remembered: await findShapes(db, kind) });
  });

  serve(contract.checkImport, async ({ body: { kind, shape, group }, file, actor, now }) => {
    const upload = requireFile(file);
    const ofGroup = await requireReach(db, { kind, groupId: group ?? null }, actor);
    const lookups = { ...(await findImportLookups(db, kind)), ofGroup };
    const read = await readForCheck({ bytes: upload.bytes, kind, shape, lookups, today: today(now) });
    const input = { kind, group: ofGroup, fileName: fileNameOf(upload), file: read };
    const id = await inTransaction(db, (tx) => checkImport(tx, input, { actor, now }));
    wakeJobWorkers();
    return { id };
  });
};

const runRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.imports, async ({ actor }) => (await findImports(db, actor)).map(presentImport));

  serve(contract.importDetail, async ({ params: { id }, actor, now }) =>
    presentDetail(db, await findImport(db, id, actor), now),
  );

  serve(contract.startImport, ({ params: { id }, body: { takesDoubtful }, idempotency, actor, now }) =>
    startJob(db, idempotency, now, (tx) => startImport(tx, { importId: id, takesDoubtful }, { actor, now })),
  );

  serve(contract.undoImport, ({ params: { id }, idempotency, actor, now }) =>
    startJob(db, idempotency, now, (tx) => undoImport(tx, { importId: id }, { actor, now })),
  );
};

const PROBLEM_HEADS = ['列', '需要修正的內容'];

const fileRoutes: OfficeRoutes = (serve, { db }) => {
  const limit = exportLimit();

  serve(contract.importProblems, async ({ params: { id }, actor, now }) => {
    const { head, fileName } = await findImport(db, id, actor);
    const cells = async function* () {
      for await (const { row, problem, cells: own } of findProblems(db, id))
        yield [row, problem ?? '', ...(own ?? [])];
    };
    return writeExport(limit, 'xlsx', async () => {
      const after = { file: fileName, rows: await countProblems(db, id) };
      const event = { actor, action: 'import.problems', subject: 'import', subjectId: id, after } as const;
      await inTransaction(db, (tx) => recordEvent(tx, event, now));
      return {
        name: '需要修正',
        fileName: `${fileName} 需要修正`,
        heads: [...PROBLEM_HEADS, ...head],
        rows: cells(),
      };
    });
  });

  serve(contract.importTemplate, ({ body: { kind, example } }) => {
    const name = `匯入${importKindNames[kind]}${example ? '範例' : ''}`;
    const rows = async function* () {
      yield* templateRows(kind, example);
    };
    return writeExport(limit, 'xlsx', async () => ({ name, heads: templateHeads(kind), rows: rows() }));
  });
};

export const importOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [checkRoutes, runRoutes, fileRoutes]) register(...args);
};
