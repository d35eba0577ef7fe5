import type { ImportKind } from '@portal/contract/office/imports';
import { eq } from 'drizzle-orm';
import { defineJob } from '../jobs/job-kind.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { certificatesWork } from './certificates/certificates-work.ts';
import { chunkOf, LAST_ITEM } from './chunks.ts';
import { membersWork } from './members/members-work.ts';
import { pastWork } from './past/past-work.ts';
import { peopleWork } from './people/people-work.ts';
import { findImport, type Import, lockImport } from './queries.ts';
import { IMPORT_STEPS } from './states.ts';
import { imports } from './tables.ts';
import type { ImportWork } from './work.ts';

interface ImportInput {
  readonly importId: number;
}

const works: Readonly<Record<ImportKind, ImportWork>> = {
  people: peopleWork,
  certificates: certificatesWork,
  groups: membersWork,
  members: membersWork,
  classes: pastWork,
};

const endWith = async (
  tx: Tx,
  step: 'check' | 'finish' | 'finish_undo',
  { id, rows }: Import,
  set: Partial<typeof imports.$inferInsert> = {},
): Promise<string> => {
  await tx
    .update(imports)
    .set({ ...set, state: IMPORT_STEPS[step].to })
    .where(eq(imports.id, id));
  return `${rows} 列`;
};

/** Checks the right again, because the actor may have lost it since they asked. */
const requireState = async (
  tx: Tx,
  { importId }: ImportInput,
  state: Import['state'],
  actor: Staff,
): Promise<Import> => {
  await findImport(tx, importId, actor);
  const found = await lockImport(tx, importId);
  if (found.state !== state) throw new Refusal('import_undone');
  return found;
};

/** The dry run: compares the rows with what the portal has. */
export const checkImportJob = defineJob<ImportInput>({
  kind: 'import.check',
  right: 'import.members',
  step: async (tx, { input, key }, context) => {
    const found = await requireState(tx, input, 'checking', context.actor);
    if (key === LAST_ITEM) return endWith(tx, 'check', found);
    await works[found.kind].compare(tx, { importId: found.id, chunk: chunkOf(key) }, context);
    return null;
  },
});

export const runImportJob = defineJob<ImportInput>({
  kind: 'import.run',
  right: 'import.members',
  step: async (tx, { input, key }, context) => {
    const found = await requireState(tx, input, 'started', context.actor);
    if (key === LAST_ITEM) return endWith(tx, 'finish', found);
    const work = { importId: found.id, chunk: chunkOf(key), takesDoubtful: found.takesDoubtful };
    await works[found.kind].run(tx, work, context);
    return null;
  },
});

export const undoImportJob = defineJob<ImportInput>({
  kind: 'import.undo',
  right: 'import.members',
  step: async (tx, { input, key }, context) => {
    const found = await requireState(tx, input, 'undoing', context.actor);
    if (key === LAST_ITEM) {
      await works[found.kind].endUndo?.(tx, found.id, context);
      return endWith(tx, 'finish_undo', found, { undoneAt: context.now });
    }
    await works[found.kind].undo(tx, { importId: found.id, chunk: chunkOf(key) }, context);
    return null;
  },
});
