import { addDays, today } from '@portal/contract/dates';
import { proveTrainee } from '../src/accounts/actors.ts';
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
import type { ClassIds } from './load-classes.ts';
import type { DemoGroups, DemoPeople } from './load-people.ts';
import { type Stage, takeSteps, type Wave } from './take-steps.ts';

export interface Setting {
  readonly people: DemoPeople;
  readonly groups: DemoGroups;
  readonly staff: Staff;
  readonly classIds: ClassIds;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const before = (now: Date, days: number, hours = 0): Date =>
  new Date(now.getTime() - days * DAY - hours * HOUR);

const stages: readonly Stage[] = ['confirmed', 'confirmed', 'pending', 'unpaid', 'confirmed', 'reported'];

/** The people who take the seats of a class, in turn. */
const journeysOf = ({ filled, fee, startsIn }: DemoClass, { people }: Setting, offset: number) =>
  Array.from({ length: filled }, (_, n) => {
    const accountId = people.extras[(offset + n) % people.extras.length] ?? 0;
    // A free class is confirmed by approval; in a class that has started everybody has paid.
    const wanted = startsIn < 0 ? 'confirmed' : (stages[(offset + n) % stages.length] ?? 'pending');
    return { accountId, to: fee === 0 && wanted !== 'pending' ? ('unpaid' as const) : wanted };
  });

const fill = async (
  tx: Tx,
  trainingClass: DemoClass,
  waves: readonly Wave[],
  { classIds, staff }: Setting,
): Promise<void> => {
  const { code, fee } = trainingClass;
  const id = classIds.get(code) ?? 0;
  for (const wave of waves) if (wave.journeys.length > 0) await takeSteps(tx, { id, code, fee }, wave, staff);
};

/** Fills a class with people who have paid, all on one day. */
export const fillAtOnce = (
  tx: Tx,
  trainingClass: DemoClass,
  setting: Setting,
  offset: number,
  at: Date,
): Promise<void> => {
  const journeys = journeysOf(trainingClass, setting, offset);
  return fill(tx, trainingClass, [{ journeys, enrolledAt: at, approvedAt: at, paidAt: at }], setting);
};

const WAVE = 6;
/** The class that the tour shows fills in small steps. */
const SMALL_WAVE = 2;

/**
 * Who has paid came over two months, the others in the last days. One class in nine has waited longer, so that some
 * payments are overdue.
 */
const wavesOf = (
  trainingClass: DemoClass,
  setting: Setting,
  offset: number,
  at: number,
  now: Date,
): Wave[] => {
  const journeys = journeysOf(trainingClass, setting, offset);
  const isSettled = ({ to }: (typeof journeys)[number]) =>
    to === 'confirmed' || (trainingClass.fee === 0 && to === 'unpaid');
  const settled = journeys.filter(isSettled);
  const size = trainingClass.attachments ? SMALL_WAVE : WAVE;
  const early = Array.from({ length: Math.ceil(settled.length / size) }, (_, wave): Wave => {
    const days = 56 - ((at * 7 + wave * 19) % 45);
    const enrolledAt = before(now, days, (at * 5) % 11);
    return {
      journeys: settled.slice(wave * size, (wave + 1) * size),
      ...{ enrolledAt, approvedAt: before(now, days - 1), paidAt: before(now, days - 4) },
    };
  }).toSorted((one, other) => one.enrolledAt.getTime() - other.enrolledAt.getTime());
  const days = at % 9 === 4 ? 11 : 3 + (at % 3);
  const recent: Wave = {
    journeys: journeys.filter((each) => !isSettled(each)),
    enrolledAt: before(now, days, (at * 3) % 10),
    ...{ approvedAt: before(now, days - 1), paidAt: before(now, at % 2, 1) },
  };
  return [...early, recent];
};

/** 林怡君 has a registration in every state. */
const linsRegistrations: readonly (readonly [code: string, to: Stage | 'rejected'])[] = [
  ['TPE-CPR-011', 'pending'],
  ['TPE-CPR-012', 'unpaid'],
  ['TPE-CPR-013', 'reported'],
  ['TPE-CPR-014', 'rejected'],
  ['TPE-CPR-015', 'confirmed'],
];

/** Takes 林怡君 to what the README and the tests know. */
const loadLin = async (tx: Tx, { people, staff }: Setting, now: Date): Promise<void> => {
  const actor = proveTrainee({ accountId: people.cast.lin });
  for (const [code, to] of linsRegistrations) {
    const registrationId = await enrol(tx, { code }, { actor, now });
    if (to === 'pending') continue;
    if (to === 'rejected') {
      await rejectRegistration(tx, { registrationId, reason: '未檢附基本救命術證書' }, { actor: staff, now });
      continue;
    }
    await approveRegistration(tx, { registrationId }, { actor: staff, now });
    if (to === 'unpaid') continue;
    const paid = { lastFive: '00042', paidMoney: 600, paidName: '林怡君', paidTime: addDays(today(now), -1) };
    await reportPayment(tx, { code, ...paid }, { actor, now });
    if (to === 'confirmed') await confirmPayment(tx, { registrationId }, { actor: staff, now });
  }
};

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
  await db.transaction(async (tx) => {
    await fillAtOnce(tx, startedClass, setting, 0, before(now, 10));
    let offset = 0;
    for (const [at, trainingClass] of [...fixedClasses, ...generatedClasses].entries()) {
      await fill(tx, trainingClass, wavesOf(trainingClass, setting, offset, at, now), setting);
      offset += trainingClass.filled;
    }
    await loadLin(tx, setting, now);
    await loadRoster(tx, setting, now);
  });
};
