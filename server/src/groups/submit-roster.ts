import type { Tick } from '@portal/contract/groups';
import { accountActor } from '../accounts/actors.ts';
import { findContacts } from '../accounts/contacts.ts';
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
  /** Each person once; who of the group is not among them keeps what they have. */
  readonly ticks: readonly Tick[];
  /** The manager; that they are one is the caller's question. */
  readonly accountId: number;
}

/** Of a class, how a roster differs from what was submitted. */
interface Changes {
  readonly entering: readonly number[];
  readonly leaving: readonly RosterRow[];
}

const keepsSeat = ({ name }: RosterRow, state: State | undefined): Refusal =>
  new Refusal(state === 'reported' ? 'member_under_review' : 'member_paid', { values: { name: name ?? '' } });

/** Whether they may enter or leave is for the enrolment and the cancellation to say. */
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
  readonly actor: string;
  readonly now: Date;
}

/** Cancels the registrations, of a class that is locked. Throws where somebody has paid, be it in this moment. */
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
 * Makes the group's seats in a class what its manager ticked: who is newly ticked applies, who is unticked is
 * cancelled. All or nothing: throws why not, and the transaction must be rolled back then. The same again changes nothing.
 */
export const submitRoster = async (tx: Tx, submission: Submission, now: Date): Promise<void> => {
  const { code, groupId, accountId } = submission;
  // Before the roster is read: the same one sent twice at once is found done by the second.
  await lockSeats(tx, code);
  const opening = await findPublishedClass(tx, code);
  if (!opening) throw new Refusal('class_unknown');
  const rows = await findRoster(tx, { classId: opening.id, groupId });
  const { entering, leaving } = changesOf(rows, submission);
  const actor = accountActor(accountId);
  if (leaving.length > 0) {
    if (hasStarted(opening, now)) throw new Refusal('cancel_after_start');
    await cancel(tx, leaving, { opening, groupId, actor, now });
  }
  if (entering.length > 0) {
    const givenBack = leaving.length;
    await enrolMembers(tx, { code, groupId, accountIds: entering, actor, givenBack }, now);
  }
};
