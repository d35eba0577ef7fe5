import type { Tick } from '@portal/contract/groups';
import type { Trainee } from '../accounts/actors.ts';
import { findContacts } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { findPublicClass, type PublicClass } from '../catalogue/queries.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { findState } from '../enrolment/apply-step.ts';
import { classInLetter } from '../enrolment/letter-parts.ts';
import { lockInClass } from '../enrolment/lock-registrations.ts';
import { giveBackSeats, lockClassByCode } from '../enrolment/seats/seats.ts';
import type { State } from '../enrolment/states.ts';
import { queueMails } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { enrolMembers } from './enrol-members.ts';
import { groupCancelledLetter } from './letters.ts';
import type { ManagedGroup } from './policy.ts';
import { findRoster, type RosterRow } from './queries.ts';
import { seatStatusOf } from './rules.ts';

interface Submission {
  readonly code: string;
  readonly group: ManagedGroup;
  /** At most one tick per person. People not listed keep their seats. */
  readonly ticks: readonly Tick[];
}

interface Changes {
  readonly toEnrol: readonly RosterRow[];
  readonly toCancel: readonly RosterRow[];
}

const keptSeatRefusal = ({ name }: RosterRow, state: State | undefined): Refusal =>
  new Refusal(state === 'reported' ? 'member_under_review' : 'member_paid', { values: { name: name ?? '' } });

/**
 * Only compares ticks with seats. `submitRoster`, `enrolMembers` and `cancel` check whether people may enrol or cancel.
 */
const changesOf = (rows: readonly RosterRow[], { ticks, group }: Submission): Changes => {
  const people = new Map(rows.map((row) => [row.accountId, row]));
  const toEnrol: RosterRow[] = [];
  const toCancel: RosterRow[] = [];
  for (const { id, state: isTicked } of ticks) {
    const row = people.get(id);
    if (!row) throw new Refusal('roster_stranger');
    const isSeated = seatStatusOf(row, group.id) === 'seated';
    if (isTicked && !isSeated) toEnrol.push(row);
    if (!isTicked && isSeated) toCancel.push(row);
  }
  return { toEnrol, toCancel };
};

interface Cancellation {
  readonly trainingClass: PublicClass;
  readonly group: ManagedGroup;
  readonly toCancel: readonly RosterRow[];
}

/**
 * The class must be locked. Throws if somebody in `toCancel` has paid or reported a payment, before or after the manager
 * opened the page.
 */
const cancel = async (
  tx: Tx,
  { trainingClass, group, toCancel }: Cancellation,
  { actor, now }: Context<Trainee>,
): Promise<void> => {
  const ids = toCancel.flatMap(({ registrationId }) => registrationId ?? []);
  const locked = await lockInClass(tx, trainingClass.id, ids);
  const cancelled = await giveBackSeats(tx, 'cancel', locked, { actor, now });
  const kept = toCancel.find(({ registrationId }) => cancelled.every(({ id }) => id !== registrationId));
  if (kept?.registrationId) throw keptSeatRefusal(kept, await findState(tx, kept.registrationId));
  const people = await findContacts(
    tx,
    toCancel.map(({ accountId }) => accountId),
  );
  await queueMails(
    tx,
    people,
    ({ name }) => groupCancelledLetter({ name, group: group.name, ...classInLetter(trainingClass) }),
    now,
  );
};

export interface ClassRoster {
  readonly trainingClass: PublicClass;
  readonly rows: readonly RosterRow[];
}

/** The roster after the changes, without reading it again. */
const rosterAfter = (
  { trainingClass, rows }: ClassRoster,
  { toEnrol, toCancel }: Changes,
  groupId: number,
) => {
  const rowAfter = (row: RosterRow): RosterRow => {
    if (toCancel.includes(row)) return { ...row, state: 'cancelled', reason: null };
    return toEnrol.includes(row) ? { ...row, state: 'pending', throughGroupId: groupId, reason: null } : row;
  };
  const number = trainingClass.number + toEnrol.length - toCancel.length;
  return { trainingClass: { ...trainingClass, number }, rows: rows.map(rowAfter) };
};

/**
 * Enrols newly ticked people and cancels unticked ones. If it throws, the caller must roll back. Repeating it changes
 * nothing.
 */
export const submitRoster = async (
  tx: Tx,
  submission: Submission,
  { actor, now }: Context<Trainee>,
): Promise<ClassRoster> => {
  const { code, group } = submission;
  // Lock before reading, so that the second of two identical submissions finds no changes.
  await lockClassByCode(tx, { code });
  const trainingClass = await findPublicClass(tx, code);
  if (!trainingClass) throw new Refusal('class_unknown');
  const rows = await findRoster(tx, { classId: trainingClass.id, groupId: group.id });
  const changes = changesOf(rows, submission);
  const { toEnrol, toCancel } = changes;
  if (toCancel.length > 0) {
    if (hasStarted(trainingClass, now)) throw new Refusal('cancel_after_start');
    await cancel(tx, { trainingClass, group, toCancel }, { actor, now });
  }
  if (toEnrol.length > 0) {
    const givenBack = toCancel.length;
    const accountIds = toEnrol.map(({ accountId }) => accountId);
    await enrolMembers(tx, { code, group, accountIds, givenBack }, { actor, now });
  }
  return rosterAfter({ trainingClass, rows }, changes, group.id);
};
