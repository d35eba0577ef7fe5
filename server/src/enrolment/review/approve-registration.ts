import { readable, today } from '@portal/contract/dates';
import type { Context } from '../../audit/actor.ts';
import { findVersion } from '../../audit/version.ts';
import { recordCharges } from '../../money/record-charges.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { applyStep } from '../apply-step.ts';
import { approvedLetter } from '../letters.ts';
import { type LockedRegistration, lockInClass } from '../lock-registrations.ts';
import { queueRegistrationMails } from '../queue-registration-mail.ts';
import {
  isRepeated,
  refuseUnlessDecided,
  registrationVersion,
  requireSeen,
  type SeenRegistration,
} from '../registration-version.ts';
import { requireRegistrations } from '../require-registration.ts';
import { paymentDueOf } from '../rules.ts';
import { approvalName } from './undo-approval.ts';

interface Approval extends SeenRegistration {
  /** The mail waits for some seconds, in which `undoApproval` takes the approval back. */
  readonly isUndoable?: boolean;
}

/** A locked one, and the name of the group that enrolled the person. */
type Waiting = LockedRegistration & { readonly group: string | null };

const stepFor = (fee: number) => (fee === 0 ? 'approve_free' : 'approve');

interface Approving extends Context<Staff> {
  /** For one person. */
  readonly isUndoable?: boolean;
}

/** Names the approval that was made last. */
const heldForLast = async (tx: Tx, id: number): Promise<{ heldFor: string }> => ({
  heldFor: approvalName(await findVersion(tx, registrationVersion(id))),
});

/** All must be of this class. Returns the ids of those that waited until now. */
const approve = async (
  tx: Tx,
  { class: trainingClass }: Pick<Waiting, 'class'>,
  people: readonly Waiting[],
  { actor, now, isUndoable = false }: Approving,
): Promise<ReadonlySet<number>> => {
  const { fee } = trainingClass;
  const paymentDue = fee === 0 ? null : paymentDueOf(trainingClass, today(now));
  const changed = await applyStep(tx, stepFor(fee), people, { actor, now, paymentDue, fee });
  const ids = new Set(changed.map((each) => each.id));
  const charges = [...ids].map((registrationId) => ({ registrationId, kind: 'fee' as const, amount: fee }));
  await recordCharges(tx, charges, { actor, now });
  const [id] = ids;
  const held = isUndoable && id !== undefined ? await heldForLast(tx, id) : {};
  await queueRegistrationMails(
    tx,
    people.flatMap((each) => (ids.has(each.id) ? [{ registrationId: each.id, group: each.group }] : [])),
    ({ about, seat }, { group }) => ({
      ...approvedLetter(
        paymentDue === null
          ? { ...about, toPay: false, seat }
          : { ...about, toPay: true, group, dues: { amount: fee, due: readable(paymentDue) } },
      ),
      ...held,
    }),
    now,
  );
  return ids;
};

/** Fixes the fee, and confirms at once if there is none. Returns false if the registration was approved before. */
export const approveRegistration = async (
  tx: Tx,
  { isUndoable = false, ...seen }: Approval,
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const locked = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  const step = stepFor(locked.class.fee);
  if (await isRepeated(tx, step, seen, actor)) return false;
  const approved = await approve(tx, locked, [locked], { actor, now, isUndoable });
  if (approved.size === 0) refuseUnlessDecided(step, locked, seen);
  return approved.size > 0;
};

interface InClass {
  readonly classId: number;
  readonly registrationIds: readonly number[];
}

/** Approves those of the class that wait, and leaves the others as they are. */
export const approveInClass = async (
  tx: Tx,
  { classId, registrationIds }: InClass,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const found = await requireRegistrations(tx, registrationIds, { actor, right: 'registration.review' });
  const groups = new Map(found.map(({ id, group }) => [id, group]));
  const locked = await lockInClass(tx, classId, registrationIds);
  const [first] = locked;
  if (!first) return;
  const people = locked.map((each) => ({ ...each, group: groups.get(each.id) ?? null }));
  await approve(tx, first, people, { actor, now });
};
