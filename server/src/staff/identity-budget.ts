import { IDENTITY_LOOKS } from '@portal/contract/office/enrolment';
import { and, count, eq, gt, inArray } from 'drizzle-orm';
import { type Actor, actorName, type Context } from '../audit/actor.ts';
import { auditEvents } from '../audit/tables.ts';
import { queueMails } from '../mail/queue.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from './actors.ts';
import { findLastBudgetEvent } from './identity-budget-events.ts';
import { identityBudgetSpentLetter } from './letters.ts';
import { findAdministrators } from './members/administrators.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';

/* Each staff member may see so many complete numbers, or pages of people of other branches, in an hour. The next one needs an administrator's look. */

const HOUR = 3_600_000;

export const throwIdentityBudgetSpent = (): never => {
  throw new Refusal('identity_budget_spent', { values: { n: IDENTITY_LOOKS } });
};

export const isIdentityBudgetSpent = async (db: Executor, staffId: number): Promise<boolean> =>
  (await findLastBudgetEvent(db, staffId))?.action === 'staff.spend_identity_budget';

/** Throws while the budget waits for an administrator. */
export const refuseSpentIdentityBudget = async (db: Executor, staffId: number): Promise<void> => {
  if (await isIdentityBudgetSpent(db, staffId)) throwIdentityBudgetSpent();
};

/** The acts that take a look, by their events. */
const looks = ['person.show_identity', 'person.name_purpose'] as const;

const countLooks = async (tx: Tx, actor: Actor, since: Date, afterEvent: number): Promise<number> => {
  const [found] = await tx
    .select({ looks: count() })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.actor, actorName(actor)),
        inArray(auditEvents.action, [...looks]),
        gt(auditEvents.at, since),
        gt(auditEvents.id, afterEvent),
      ),
    );
  return found?.looks ?? 0;
};

/**
 * Returns false without a look left; the caller then commits, so that the event stays and administrators get the mail.
 * Otherwise the caller records the look. Locks the staff account, so that simultaneous looks count each other.
 */
export const takeIdentityLook = async (tx: Tx, { actor, now }: Context<Staff>): Promise<boolean> => {
  const { staffId } = actor;
  const { name } = await lockStaff(tx, staffId);
  const last = await findLastBudgetEvent(tx, staffId);
  if (last?.action === 'staff.spend_identity_budget') return false;
  const taken = await countLooks(tx, actor, new Date(now.getTime() - HOUR), last?.id ?? 0);
  if (taken < IDENTITY_LOOKS) return true;
  await recordStaffEvent(tx, { actor, action: 'staff.spend_identity_budget', staffId }, now);
  const mail = identityBudgetSpentLetter({ staff: name, staffId, looks: taken });
  const administrators = (await findAdministrators(tx)).map(({ email }) => ({ id: null, email }));
  await queueMails(tx, administrators, () => mail, now);
  return false;
};
