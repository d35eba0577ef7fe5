import type { Tick } from '@portal/contract/groups';
import type { Trainee } from '../accounts/actors.ts';
import { findContacts } from '../accounts/people/contacts.ts';
import type { Circumstances } from '../audit/actor.ts';
import { findPublicClass, type PublicClass } from '../catalogue/queries.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { findState } from '../enrolment/apply-step.ts';
import { classInLetter } from '../enrolment/letter-parts.ts';
import { giveBackSeats, lockClassByCode } from '../enrolment/seats.ts';
import type { State } from '../enrolment/states.ts';
import { queueMails } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { enrolMembers } from './enrol-members.ts';
import { groupCancelledLetter } from './letters.ts';
import type { ManagedGroup } from './policy.ts';
import { findRoster, type RosterRow } from './queries.ts';
import { seatStatusOf } from './rules.ts';

interface Submission {
  readonly code: string;
  readonly group: ManagedGroup;
  /** At most one per person. People not listed keep their seats. */
  readonly ticks: readonly Tick[];
}

interface Changes {
  readonly entering: readonly number[];
  readonly leaving: readonly RosterRow[];
}

const keptSeatRefusal = ({ name }: RosterRow, state: State | undefined): Refusal =>
  new Refusal(state === 'reported' ? 'member_under_review' : 'member_paid', { values: { name: name ?? '' } });

/** Does not check whether people may enrol or cancel: `enrolMembers` and `cancel` check it. */
const changesOf = (rows: readonly RosterRow[], { ticks, group }: Submission): Changes => {
  const people = new Map(rows.map((row) => [row.accountId, row]));
  const entering: number[] = [];
  const leaving: RosterRow[] = [];
  for (const { id, state: isTicked } of ticks) {
    const row = people.get(id);
    if (!row) throw new Refusal('roster_stranger');
    const isSeated = seatStatusOf(row, group.id) === 'seated';
    if (isTicked && !isSeated) entering.push(id);
    if (!isTicked && isSeated) leaving.push(row);
  }
  return { entering, leaving };
};

interface Cancellation {
  readonly opening: PublicClass;
  readonly group: ManagedGroup;
  readonly leaving: readonly RosterRow[];
}

/**
 * The class must be locked. Throws if somebody in `leaving` has paid or reported a payment, before or after the manager
 * opened the page.
 */
const cancel = async (
  tx: Tx,
  { opening, group, leaving }: Cancellation,
  { actor, now }: Circumstances<Trainee>,
): Promise<void> => {
  const ids = leaving.flatMap(({ registrationId }) => registrationId ?? []);
  const cancelled = await giveBackSeats(tx, 'cancel', { classId: opening.id, ids }, { actor, now });
  const kept = leaving.find(({ registrationId }) => cancelled.every(({ id }) => id !== registrationId));
  if (kept?.registrationId) throw keptSeatRefusal(kept, await findState(tx, kept.registrationId));
  const people = await findContacts(
    tx,
    leaving.map(({ accountId }) => accountId),
  );
  await queueMails(
    tx,
    people,
    ({ name }) => groupCancelledLetter({ name, group: group.name, ...classInLetter(opening) }),
    now,
  );
};

export interface ClassRoster {
  readonly opening: PublicClass;
  readonly rows: readonly RosterRow[];
}

/** The roster after the changes, without reading it again. */
const rosterAfter = ({ opening, rows }: ClassRoster, { entering, leaving }: Changes, groupId: number) => {
  const rowAfter = (row: RosterRow): RosterRow => {
    if (leaving.includes(row)) return { ...row, state: 'cancelled', reason: null };
    return entering.includes(row.accountId)
      ? { ...row, state: 'pending', throughGroupId: groupId, reason: null }
      : row;
  };
  const number = opening.number + entering.length - leaving.length;
  return { opening: { ...opening, number }, rows: rows.map(rowAfter) };
};

/**
 * Enrols newly ticked people and cancels unticked ones. If it throws, the caller must roll back. Repeating it changes
 * nothing.
 */
export const submitRoster = async (
  tx: Tx,
  submission: Submission,
  { actor, now }: Circumstances<Trainee>,
): Promise<ClassRoster> => {
  const { code, group } = submission;
  // Lock before reading, so that the second of two identical submissions finds no changes.
  await lockClassByCode(tx, { code });
  const opening = await findPublicClass(tx, code);
  if (!opening) throw new Refusal('class_unknown');
  const rows = await findRoster(tx, { classId: opening.id, groupId: group.id });
  const changes = changesOf(rows, submission);
  const { entering, leaving } = changes;
  if (leaving.length > 0) {
    if (hasStarted(opening, now)) throw new Refusal('cancel_after_start');
    await cancel(tx, { opening, group, leaving }, { actor, now });
  }
  if (entering.length > 0) {
    const givenBack = leaving.length;
    await enrolMembers(tx, { code, group, accountIds: entering, givenBack }, { actor, now });
  }
  return rosterAfter({ opening, rows }, changes, group.id);
};
