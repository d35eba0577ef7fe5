import type { UndoneMerge } from '@portal/contract/office/person-merges';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { reopenMerged } from '../../accounts/merging/close-merged.ts';
import { emptyFilled } from '../../accounts/merging/fill-from.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { returnCertificates } from '../../certificates/move-certificates.ts';
import { returnRegistrations } from '../../enrolment/move-to-person.ts';
import { partMemberships } from '../../groups/join-memberships.ts';
import { returnMails } from '../../mail/move-mails.ts';
import { returnReports } from '../../payment/move-reports.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { returnIdentityChanges } from '../move-identity-changes.ts';
import { personMerges } from '../tables.ts';
import { type Changed, findChanged } from './find-changed.ts';
import { lockBoth } from './merge-people.ts';
import type { Moves } from './moves.ts';
import { recordMerge } from './record-merge.ts';
import { requirePair } from './require-pair.ts';
import { stayingThings, undoUntil } from './rules.ts';

interface Undo {
  readonly mergeId: number;
  readonly reason: string;
}

type Merge = typeof personMerges.$inferSelect;

const findMerge = async (tx: Tx, mergeId: number): Promise<Merge> => {
  const [found] = await tx.select().from(personMerges).where(eq(personMerges.id, mergeId));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** The survivor itself was merged into a third record since. */
const isBuried = async (tx: Tx, { survivorId }: Merge): Promise<boolean> => {
  const { rows } = await tx.execute(
    sql`select from accounts where id = ${survivorId} and merged_into_id is not null`,
  );
  return rows.length > 0;
};

const lockUndoable = async (
  tx: Tx,
  mergeId: number,
  { actor, now }: Context<Staff>,
): Promise<{ merge: Merge; moves: Moves }> => {
  const seen = await findMerge(tx, mergeId);
  await requirePair(tx, seen, actor);
  await lockBoth(tx, [seen.survivorId, seen.removedId]);
  const merge = await findMerge(tx, mergeId);
  if (!merge.moves || merge.undoneAt || now >= undoUntil(merge.mergedAt))
    throw new Refusal('merge_undo_late');
  if (await isBuried(tx, merge)) throw new Refusal('merge_undo_order');
  return { merge, moves: merge.moves };
};

const idsOf = (things: readonly { readonly id: number }[], staying: ReadonlySet<number>): number[] =>
  things.map(({ id }) => id).filter((id) => !staying.has(id));

/** Moves things back in the opposite order of the merge. Memberships come first, because registrations need them. */
const returnEverything = async (
  tx: Tx,
  { survivorId, removedId }: Merge,
  moves: Moves,
  changed: Changed,
  now: Date,
): Promise<UndoneMerge['kept']> => {
  const back = { from: survivorId, to: removedId };
  const staying = stayingThings(changed);
  await reopenMerged(
    tx,
    { accountId: removedId, suspendedAt: moves.suspendedAt === null ? null : new Date(moves.suspendedAt) },
    now,
  );
  const groups = await partMemberships(tx, back, moves.memberships, now);
  await returnRegistrations(tx, back, idsOf(moves.registrations, staying.registrations));
  const ids = idsOf(moves.certificates, staying.certificates);
  await returnCertificates(tx, back, { ids, lapsed: moves.lapsed });
  await returnReports(tx, back, moves.reports);
  await returnMails(tx, back, moves.mails);
  await returnIdentityChanges(tx, back, moves.identityChanges);
  const fields = await emptyFilled(tx, survivorId, moves.filled, now);
  return [
    ...changed.registrations
      .filter(({ id }) => staying.registrations.has(id))
      .map(({ name }) => ({ kind: 'registration', name }) as const),
    ...changed.certificates
      .filter(({ id }) => staying.certificates.has(id))
      .map(({ name }) => ({ kind: 'certificate', name }) as const),
    ...groups.map((id) => ({ kind: 'membership', name: changed.groups.get(id) ?? '' }) as const),
    ...fields.map((name) => ({ kind: 'profile', name }) as const),
  ];
};

/** Brings back what nobody changed since. Returns what stays with the survivor. */
export const undoMerge = async (
  tx: Tx,
  { mergeId, reason }: Undo,
  { actor, now }: Context<Staff>,
): Promise<{ removedId: number; kept: UndoneMerge['kept'] }> => {
  const { merge, moves } = await lockUndoable(tx, mergeId, { actor, now });
  const { survivorId, removedId } = merge;
  const changed = await findChanged(tx, merge, moves);
  const kept = await returnEverything(tx, merge, moves, changed, now);
  await tx
    .update(personMerges)
    .set({ moves: null, undoneBy: actorName(actor), undoneAt: now, undoReason: reason })
    .where(and(eq(personMerges.id, mergeId), isNotNull(personMerges.moves)));
  await recordMerge(tx, { what: 'undo', survivorId, removedId, reason }, { actor, now });
  return { removedId, kept };
};
