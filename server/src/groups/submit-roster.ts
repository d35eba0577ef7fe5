import type { Tick } from '@portal/contract/groups';
import { proveTrainee } from '../accounts/actors.ts';
import { findContacts } from '../accounts/contacts.ts';
import type { Actor } from '../audit/actor.ts';
import { findPublishedClass, type PublishedClass } from '../catalogue/queries.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { giveBackSeats, lockSeats } from '../enrolment/seats.ts';
import type { State } from '../enrolment/states.ts';
import { findState } from '../enrolment/transition.ts';
import { queueMails } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { enrolMembers } from './enrol-members.ts';
import { groupCancelledMail } from './present.ts';
import { findGroupName, findRoster, type RosterRow } from './queries.ts';
import { standingOf } from './rules.ts';

interface Submission {
  /** The class's code. */
  readonly code: string;
  readonly groupId: number;
  /** Each person at most once; people not listed keep their seats as they are. */
  readonly ticks: readonly Tick[];
  /** The manager. The caller of this function has checked that they manage the group. */
  readonly accountId: number;
}

/** The differences between a class's roster and the submission. */
interface Changes {
  readonly entering: readonly number[];
  readonly leaving: readonly RosterRow[];
}

const keepsSeat = ({ name }: RosterRow, state: State | undefined): Refusal =>
  new Refusal(state === 'reported' ? 'member_under_review' : 'member_paid', { values: { name: name ?? '' } });

/** Does not check whether they may enter or leave: enrolment and cancellation do. */
const changesOf = (rows: readonly RosterRow[], { ticks, groupId }: Submission): Changes => {
  const people = new Map(rows.map((row) => [row.accountId, row]));
  const entering: number[] = [];
  const leaving: RosterRow[] = [];
  for (const { id, state } of ticks) {
    const row = people.get(id);
    if (!row) throw new Refusal('roster_stranger');
    const isSeated = standingOf(row, groupId) === 'seated';
    if (state && !isSeated) entering.push(id);
    if (!state && isSeated) leaving.push(row);
  }
  return { entering, leaving };
};

interface Cancellation {
  readonly opening: PublishedClass;
  readonly groupId: number;
  readonly actor: Actor;
  readonly now: Date;
}

/** Cancels registrations of a locked class. Throws if somebody has paid, even since the roster was read. */
const cancel = async (
  tx: Tx,
  leaving: readonly RosterRow[],
  { opening, groupId, actor, now }: Cancellation,
): Promise<void> => {
  const ids = leaving.flatMap(({ registrationId }) => registrationId ?? []);
  const moved = await giveBackSeats(tx, 'cancel', { classId: opening.id, ids }, { actor, now });
  const late = leaving.find(({ registrationId }) => moved.every(({ id }) => id !== registrationId));
  if (late?.registrationId) throw keepsSeat(late, await findState(tx, late.registrationId));
  const people = await findContacts(
    tx,
    leaving.map(({ accountId }) => accountId),
  );
  const group = await findGroupName(tx, groupId);
  await queueMails(tx, people, (person) => groupCancelledMail({ opening, group }, person), now);
};

/**
 * Applies the manager's ticks: enrols the newly ticked, cancels the unticked. All or nothing: on a throw the
 * transaction must be rolled back. Submitting the same roster again changes nothing.
 */
export const submitRoster = async (tx: Tx, submission: Submission, now: Date): Promise<void> => {
  const { code, groupId, accountId } = submission;
  // Lock before reading the roster, so that the second of two identical submissions finds no changes.
  await lockSeats(tx, code);
  const opening = await findPublishedClass(tx, code);
  if (!opening) throw new Refusal('class_unknown');
  const rows = await findRoster(tx, { classId: opening.id, groupId });
  const { entering, leaving } = changesOf(rows, submission);
  const actor = proveTrainee({ accountId });
  if (leaving.length > 0) {
    if (hasStarted(opening, now)) throw new Refusal('cancel_after_start');
    await cancel(tx, leaving, { opening, groupId, actor, now });
  }
  if (entering.length > 0) {
    const givenBack = leaving.length;
    await enrolMembers(tx, { code, groupId, accountIds: entering, actor, givenBack }, now);
  }
};
