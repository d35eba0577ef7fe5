import type { MergePreview, MergeSide } from '@portal/contract/office/person-merges';
import { eq } from 'drizzle-orm';
import type { Person } from '../../accounts/queries.ts';
import type { Context } from '../../audit/actor.ts';
import { certificates } from '../../certificates/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { presentFacts, UNNAMED_PERSON } from '../page/present-person.ts';
import { lockForMerge, type Merge, moveEverything } from './merge-people.ts';
import type { Moves } from './moves.ts';
import { compared } from './rules.ts';
import { type CountedPart, countRows } from './treatment.ts';

type Pair = Omit<Merge, 'reason'>;

/** Carries the result out of the transaction that it rolls back. */
class Tried extends Error {
  readonly preview: MergePreview;
  constructor(preview: MergePreview) {
    super('rolled back');
    this.preview = preview;
  }
}

const sideOf = async (tx: Tx, person: Person, now: Date): Promise<MergeSide> => ({
  id: person.id,
  name: person.chineseName ?? person.englishName ?? UNNAMED_PERSON,
  facts: presentFacts(person, now),
  registrations: await tx.$count(registrations, eq(registrations.accountId, person.id)),
  certificates: await tx.$count(certificates, eq(certificates.accountId, person.id)),
});

/** The account itself, and what a timer finds again. */
const NOT_SHOWN = new Set(['accounts', 'twin_checks', 'twins']);

/** Counts moved rows by what the merge did, and other rows by what there was. */
const countParts = (before: readonly CountedPart[], moves: Moves): CountedPart[] => {
  const moved: Readonly<Record<string, readonly unknown[]>> = {
    registrations: moves.registrations,
    certificates: moves.certificates,
    payment_reports: moves.reports,
    mails: moves.mails,
    identity_changes: moves.identityChanges,
    memberships: moves.memberships,
  };
  const counted = before.map((part) => ({ ...part, rows: moved[part.table]?.length ?? part.rows }));
  return counted.filter(({ rows, table }) => rows > 0 && !NOT_SHOWN.has(table));
};

const tryMerge = async (tx: Tx, pair: Pair, { actor, now }: Context<Staff>): Promise<never> => {
  const { survivor, removed, obstacles } = await lockForMerge(tx, pair, { actor, now });
  const sides = { survivor: await sideOf(tx, survivor, now), removed: await sideOf(tx, removed, now) };
  const before = await countRows(tx, removed.id);
  const moves =
    obstacles.length > 0 ? null : await moveEverything(tx, { from: removed.id, to: survivor.id }, now);
  throw new Tried({
    ...sides,
    birthday: compared(survivor.birthday, removed.birthday),
    obstacles,
    parts: moves ? countParts(before, moves) : [],
    filled: moves ? Object.keys(moves.filled) : [],
    mailTo: survivor.emailConfirmedAt ? survivor.email : null,
  });
};

/** Does the whole merge and rolls it back, so that the numbers are those of the merge. */
export const previewMerge = async (
  db: Database,
  pair: Pair,
  context: Context<Staff>,
): Promise<MergePreview> => {
  try {
    return await inTransaction(db, (tx) => tryMerge(tx, pair, context));
  } catch (error) {
    if (error instanceof Tried) return error.preview;
    throw error;
  }
};
