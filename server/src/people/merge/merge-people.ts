import type { MergeForm, MergeObstacle } from '@portal/contract/office/person-merges';
import { closeMerged } from '../../accounts/merging/close-merged.ts';
import { fillFromRemoved } from '../../accounts/merging/fill-from.ts';
import { findContacts } from '../../accounts/people/contacts.ts';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { findAccount, lockAccounts, lockOutAccounts, type Person } from '../../accounts/queries.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { moveCertificates } from '../../certificates/move-certificates.ts';
import { endApplicantCodes, lockRegistrationsOf, moveRegistrations } from '../../enrolment/move-to-person.ts';
import { joinMemberships } from '../../groups/join-memberships.ts';
import { moveMails } from '../../mail/move-mails.ts';
import { queueMail } from '../../mail/queue.ts';
import { moveReports } from '../../payment/move-reports.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PersonMove } from '../../platform/database/person-move.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { accountsMergedLetter } from '../letters.ts';
import { moveIdentityChanges } from '../move-identity-changes.ts';
import { personMerges } from '../tables.ts';
import { findMergeObstacles } from './find-obstacles.ts';
import type { Moves } from './moves.ts';
import { recordMerge } from './record-merge.ts';
import { requirePair } from './require-pair.ts';

export interface Merge extends MergeForm {
  readonly survivorId: number;
}

/** Locks both people and their registrations, as steps do, and then everything that refers to either. */
export const lockBoth = async (tx: Tx, accountIds: readonly number[]): Promise<void> => {
  await lockAccounts(tx, accountIds, { skipLocked: false });
  await lockRegistrationsOf(tx, accountIds);
  await lockOutAccounts(tx, accountIds);
  // Some may have enrolled between the two locks.
  await lockRegistrationsOf(tx, accountIds);
};

/** The people of a merge, locked, with what prevents it. */
export const lockForMerge = async (
  tx: Tx,
  { survivorId, removedId }: Omit<Merge, 'reason'>,
  { actor, now }: Context<Staff>,
): Promise<{ survivor: Person; removed: Person; obstacles: MergeObstacle[] }> => {
  await requirePair(tx, { survivorId, removedId }, actor);
  await lockBoth(tx, [survivorId, removedId]);
  const survivor = await findAccount(tx, survivorId);
  const removed = await findAccount(tx, removedId);
  return { survivor, removed, obstacles: await findMergeObstacles(tx, { survivor, removed }, now) };
};

/** Memberships come first, because registrations and payment reports refer to them. */
export const moveEverything = async (tx: Tx, move: PersonMove, now: Date): Promise<Moves> => {
  const memberships = await joinMemberships(tx, move, now);
  const registrations = await moveRegistrations(tx, move);
  const { moved: certificates, lapsed } = await moveCertificates(tx, move, now);
  const reports = await moveReports(tx, move);
  const mails = await moveMails(tx, move);
  const identityChanges = await moveIdentityChanges(tx, move);
  const filled = await fillFromRemoved(tx, move, now);
  await endApplicantCodes(tx, move.from);
  const suspendedAt = (await closeMerged(tx, move, now))?.toISOString() ?? null;
  return {
    ...{ memberships, registrations, certificates, lapsed, reports },
    ...{ mails, identityChanges, filled, suspendedAt },
  };
};

const queueMergedMail = async (tx: Tx, survivor: Person, removed: Person, now: Date): Promise<void> => {
  const [contact] = await findContacts(tx, [survivor.id]);
  if (!contact?.hasConfirmedMailbox) return;
  const [number, former] = [maskIdentity(survivor.account), maskIdentity(removed.account)];
  await queueMail(tx, contact, accountsMergedLetter({ name: contact.name, removed: former, number }), now);
};

/** Makes two accounts of one person one. A repeat changes nothing. */
export const mergePeople = async (tx: Tx, merge: Merge, { actor, now }: Context<Staff>): Promise<void> => {
  const { survivorId, removedId, reason } = merge;
  const { survivor, removed, obstacles } = await lockForMerge(tx, merge, { actor, now });
  if (removed.mergedIntoId === survivorId) return;
  if (obstacles.length > 0) throw new Refusal('merge_obstacle');
  const moves = await moveEverything(tx, { from: removedId, to: survivorId }, now);
  const by = { mergedBy: actorName(actor), mergedAt: now };
  await tx.insert(personMerges).values({ survivorId, removedId, reason, moves, ...by });
  await recordMerge(tx, { what: 'merge', survivorId, removedId, reason }, { actor, now });
  await queueMergedMail(tx, survivor, removed, now);
};
