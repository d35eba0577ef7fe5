import { today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { lockKind } from '../kinds/lock-kind.ts';
import { certificateReminderSettings as settings } from '../tables.ts';
import { changedSetting, defaultSetting, type ReminderSetting } from './rules.ts';

export const versionedReminders = (kindId: number) =>
  ({ subject: 'certificate_reminders', id: kindId, actions: ['certificate_reminders.edit'] }) as const;

export const findReminderSetting = async (db: Executor, kindId: number): Promise<ReminderSetting> => {
  const [found] = await db
    .select({ days: settings.days, since: settings.since })
    .from(settings)
    .where(eq(settings.kindId, kindId));
  return found ?? defaultSetting;
};

const daysText = (days: readonly number[]): string => (days.length === 0 ? '不提醒' : days.join('、'));

/** If `days` is empty, holders of the kind are not reminded. */
export const setReminderDays = async (
  tx: Tx,
  { kindId, days, version }: { kindId: number; days: readonly number[]; version: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const certificateKind = await lockKind(tx, kindId);
  await refuseOldVersion(tx, versionedReminders(kindId), version);
  const former = await findReminderSetting(tx, kindId);
  const changed = changedSetting(former, days, today(now));
  if (daysText(changed.days) === daysText(former.days)) return;
  const set = { days: [...changed.days], since: [...changed.since] };
  await tx
    .insert(settings)
    .values({ kindId, ...set })
    .onConflictDoUpdate({ target: settings.kindId, set });
  const event = { actor, action: 'certificate_reminders.edit', subject: 'certificate_reminders' } as const;
  const values = {
    before: { reminderDays: daysText(former.days) },
    after: { certificateKind, reminderDays: daysText(changed.days) },
  };
  await recordEvent(tx, { ...event, subjectId: kindId, ...values }, now);
};
