import { addDays, today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { proveTrainee } from '../src/accounts/actors.ts';
import { accounts } from '../src/accounts/tables.ts';
import { approveRegistration } from '../src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../src/enrolment/review/reject-registration.ts';
import { enrol } from '../src/enrolment/seats/enrol.ts';
import { endMembership } from '../src/groups/end-membership.ts';
import { enrolMembers } from '../src/groups/enrol-members.ts';
import { confirmPayment } from '../src/payment/confirm-payment.ts';
import { reportPayment } from '../src/payment/report-payment.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import { type DemoClass, fixedClasses, generatedClasses, startedClass } from './classes.ts';
import type { DemoGroups, DemoPeople } from './load-people.ts';

export interface Setting {
  readonly people: DemoPeople;
  readonly groups: DemoGroups;
  readonly staff: Staff;
}

/** The state that a registration reaches. */
type Stage = 'pending' | 'unpaid' | 'reported' | 'confirmed' | 'rejected';

const DAY = 86_400_000;

interface Journey {
  readonly code: string;
  readonly accountId: number;
  readonly to: Stage;
  readonly isLin?: boolean;
}

const feeOf = (code: string): number =>
  [...fixedClasses, ...generatedClasses, startedClass].find((trainingClass) => trainingClass.code === code)
    ?.fee ?? 600;

/** Each payer has digits of their own, some with zeros at the beginning. */
const digitsOf = (accountId: number, code: string): string => {
  const mixed = (accountId * 7919 + code.length * 104_729 + Number(code.slice(-3)) * 613) % 100_000;
  return String(accountId % 4 === 1 ? mixed % 10_000 : mixed).padStart(5, '0');
};

const nameOf = async (tx: Tx, accountId: number): Promise<string> => {
  const [found] = await tx
    .select({ name: accounts.chineseName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found?.name ?? '林怡君';
};

/** 林怡君 reports what the README and the tests know; the others the fee, from their own account. */
const report = async (tx: Tx, { code, accountId, isLin }: Journey, now: Date) => {
  const remittance = isLin
    ? { lastFive: '00042', paidMoney: 600, paidName: '林怡君' }
    : {
        lastFive: digitsOf(accountId, code),
        paidMoney: feeOf(code),
        paidName: await nameOf(tx, accountId),
      };
  const paidTime = addDays(today(now), -1);
  await reportPayment(tx, { code, paidTime, ...remittance }, { actor: proveTrainee({ accountId }), now });
};

/** Enrols the person and takes the registration to its state, in the steps that people and staff take. */
const go = async (tx: Tx, journey: Journey, staff: Staff, now: Date): Promise<void> => {
  const { code, accountId, to } = journey;
  const registrationId = await enrol(tx, { code }, { actor: proveTrainee({ accountId }), now });
  if (to === 'pending') return;
  if (to === 'rejected') {
    await rejectRegistration(tx, { registrationId, reason: '未檢附基本救命術證書' }, { actor: staff, now });
    return;
  }
  await approveRegistration(tx, { registrationId }, { actor: staff, now });
  if (to === 'unpaid') return;
  await report(tx, journey, now);
  if (to === 'confirmed') await confirmPayment(tx, { registrationId }, { actor: staff, now });
};

const stages: readonly Stage[] = ['confirmed', 'confirmed', 'pending', 'unpaid', 'confirmed', 'reported'];

export const fill = async (
  tx: Tx,
  { code, filled, fee, startsIn }: DemoClass,
  { people, staff }: Setting,
  offset: number,
  now: Date,
) => {
  for (let n = 0; n < filled; n += 1) {
    const accountId = people.extras[(offset + n) % people.extras.length] ?? 0;
    // A free class is confirmed by approval; in a class that has started everybody has paid.
    const wanted = startsIn < 0 ? 'confirmed' : (stages[(offset + n) % stages.length] ?? 'pending');
    const to = fee === 0 && wanted !== 'pending' ? 'unpaid' : wanted;
    await go(tx, { code, accountId, to }, staff, now);
  }
};

/** 林怡君 has a registration in every state. */
const linsRegistrations: readonly (readonly [code: string, to: Stage])[] = [
  ['TPE-CPR-011', 'pending'],
  ['TPE-CPR-012', 'unpaid'],
  ['TPE-CPR-013', 'reported'],
  ['TPE-CPR-014', 'rejected'],
  ['TPE-CPR-015', 'confirmed'],
];

/** 藍海救生隊 in TPE-LG1-001: paid, approved, under review, and one approved who left the group since. */
const loadRoster = async (tx: Tx, { people: { cast }, groups, staff }: Setting, now: Date) => {
  const accountIds = [cast.huang, cast.chang, cast.li, cast.tsai];
  const [huang = 0, chang = 0, , tsai = 0] = await enrolMembers(
    tx,
    {
      code: 'TPE-LG1-001',
      group: groups.managed,
      accountIds,
    },
    { actor: proveTrainee({ accountId: cast.chen }), now },
  );
  for (const registrationId of [huang, chang, tsai])
    await approveRegistration(tx, { registrationId }, { actor: staff, now });
  await confirmPayment(tx, { registrationId: huang }, { actor: staff, now });
  await endMembership(tx, { groupId: groups.lanhai, accountId: cast.tsai }, { actor: 'system', now });
};

/** Registrations in every state, each reached by the steps that people would take. */
export const loadRegistrations = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  const past = new Date(now.getTime() - 10 * DAY);
  await db.transaction(async (tx) => {
    for (const [code, to] of linsRegistrations) {
      await go(tx, { code, accountId: setting.people.cast.lin, to, isLin: true }, setting.staff, now);
    }
    await loadRoster(tx, setting, now);
    await fill(tx, startedClass, setting, 0, past);
  });
  let offset = 0;
  for (const trainingClass of [...fixedClasses, ...generatedClasses]) {
    await db.transaction((tx) => fill(tx, trainingClass, setting, offset, now));
    offset += trainingClass.filled;
  }
};
