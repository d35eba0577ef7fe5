import { addDays, addMonths, addYears, today } from '@portal/contract/dates';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { proveTrainee } from '../src/accounts/actors.ts';
import { correctCertificate } from '../src/certificates/issue/correct-certificate.ts';
import type { Issued } from '../src/certificates/issue/insert-certificates.ts';
import { issueCertificate } from '../src/certificates/issue/issue-certificate.ts';
import { issueInClass } from '../src/certificates/issue/issue-in-class.ts';
import { revokeCertificate } from '../src/certificates/issue/revoke-certificate.ts';
import { approveRenewal } from '../src/certificates/renewal/approve-renewal.ts';
import { askRenewal } from '../src/certificates/renewal/ask-renewal.ts';
import { rejectRenewal } from '../src/certificates/renewal/reject-renewal.ts';
import { classes } from '../src/classes/tables.ts';
import { registrations } from '../src/enrolment/tables.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import association from './association.json' with { type: 'json' };
import type { CourseCode, OrganizationCode } from './content.ts';
import type { DemoPeople } from './load-people.ts';

interface Setting {
  readonly people: DemoPeople;
  readonly staff: Staff;
}

const DAY = 86_400_000;

const morningOf = (date: string) => new Date(`${date}T10:00:00+08:00`);

/** The certificates and renewal requests of a person, with their decisions, each on its day. */
const lifeOf = (tx: Tx, staff: Staff, accountId: number) => {
  return {
    issue: (organization: OrganizationCode, train: CourseCode, endTime: string): Promise<Issued> => {
      const branch = association.organizations.find(({ code }) => code === organization);
      const item = association.trainclasses.find(({ code }) => code === train);
      const issuedOn = addDays(addYears(endTime, -(item?.certificate.years ?? 1)), 1);
      const place = { organizationId: branch?.id ?? 0, courseId: item?.id ?? 0 };
      return issueCertificate(
        tx,
        { accountId, ...place, issuedOn, endTime },
        { actor: staff, now: morningOf(issuedOn) },
      );
    },
    ask: ({ number }: Issued, date: string, frontNote: string | null = null) =>
      askRenewal(
        tx,
        { code: number, frontNote },
        { actor: proveTrainee({ accountId }), now: morningOf(date) },
      ),
    approve: (requestId: number, date: string, backendNote: string) =>
      approveRenewal(tx, { requestId, backendNote }, { actor: staff, now: morningOf(date) }),
    refuse: (requestId: number, date: string, backendNote: string) =>
      rejectRenewal(tx, { requestId, backendNote }, { actor: staff, now: morningOf(date) }),
  };
};

/** Coaches who ask for a renewal: two wait, and one was renewed with all that it needs. */
const loadCoaches = async (tx: Tx, { people: { extras }, staff }: Setting, day: string) => {
  const [first, second, third] = extras.slice(20, 23).map((accountId) => lifeOf(tx, staff, accountId));
  const soon = await first?.issue('TPE', 'FAI', addMonths(day, 1));
  if (soon) await first?.ask(soon, addDays(day, -11), '本年度已完成複訓 12 小時。');
  const later = await second?.issue('KHH', 'SWC', addMonths(day, 4));
  if (later) await second?.ask(later, addDays(day, -2), null);
  const end = addMonths(day, -5);
  const renewed = await third?.issue('TXG', 'FAI', end);
  const asked = renewed && (await third?.ask(renewed, addMonths(end, -3)));
  if (asked) await third?.approve(asked, addMonths(end, -2), '複訓時數與資料齊全。');
};

/** One that ends soon, one that has ended, one that was revoked, and one that was corrected. */
const loadOthers = async (tx: Tx, { people: { cast }, staff }: Setting, day: string) => {
  const of = (name: keyof typeof cast) => lifeOf(tx, staff, cast[name]);
  await of('tsai').issue('NTP', 'FA1', addDays(day, 25));
  await of('wu').issue('HUN', 'CPR', addDays(day, -40));
  const revoked = await of('li').issue('TYN', 'LG1', addMonths(day, 14));
  const revokedOn = addDays(day, -12);
  await revokeCertificate(
    tx,
    { certificateId: revoked.id, reason: '查核發現訓練時數不足，依規定撤銷。' },
    { actor: staff, now: morningOf(revokedOn) },
  );
  const wrong = await of('chang').issue('TPE', 'FA1', addMonths(day, 20));
  await correctCertificate(
    tx,
    { certificateId: wrong.id, reason: '英文姓名拼寫有誤，依護照更正。', person: {}, training: {} },
    { actor: staff, now: morningOf(addDays(day, -3)) },
  );
};

/** 林怡君's friends have passed these classes; the certificate of one of them is still to be issued. */
const issueForClasses = async (tx: Tx, { people: { cast }, staff }: Setting, now: Date) => {
  const passed = await tx
    .select({
      id: registrations.id,
      classId: classes.id,
      code: classes.code,
      accountId: registrations.accountId,
      ended: classes.startTime,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(inArray(classes.code, ['TPE-FA1-066', 'HUN-CPR-071']), eq(registrations.result, 1)))
    .orderBy(asc(registrations.id));
  const issued = passed.filter(
    ({ code, accountId }) => accountId === cast.chen || (accountId === cast.huang && code === 'TPE-FA1-066'),
  );
  for (const { id, classId, ended } of issued) {
    const later = new Date(Math.min(now.getTime(), ended.getTime() + 14 * DAY));
    await issueInClass(tx, { classId, registrationIds: [id] }, { actor: staff, now: later });
  }
};

/**
 * 林怡君's certificates: coach ones that may be renewed, not yet, and asked for; an ordinary one; in the old list one
 * that was renewed, and a request that was refused.
 */
export const loadCertificates = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  const day = today(now);
  await db.transaction(async (tx) => {
    const { issue, ask, approve, refuse } = lifeOf(tx, setting.staff, setting.people.cast.lin);

    const coach = await issue('TXG', 'FAI', addMonths(day, 3));
    const refused = await ask(coach, addMonths(day, -2), '檢附三年前的複訓證明。');
    await refuse(refused, addMonths(day, -1), '複訓證明已逾兩年，請補附最近一次的複訓證明後再申請。');

    // Renewed once: the next one ends in fourteen months.
    const end = addYears(addMonths(day, 14), -4);
    const first = await issue('HQ', 'LGI', end);
    const asked = await ask(first, addMonths(end, -2), '已完成複訓 16 小時，證明正本已寄至總會。');
    await approve(asked, addMonths(end, -1), '複訓時數與資料齊全。');

    const third = await issue('TYN', 'SWC', addMonths(day, 2));
    await ask(third, addDays(day, -5));

    await issue('KHH', 'DP1', addMonths(day, 3));

    await loadCoaches(tx, setting, day);
    await loadOthers(tx, setting, day);
    await issueForClasses(tx, setting, now);
  });
};
