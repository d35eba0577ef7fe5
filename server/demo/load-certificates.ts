import { addDays, addMonths, addYears, today } from '@portal/contract/dates';
import { proveTrainee } from '../src/accounts/actors.ts';
import type { Issued } from '../src/certificates/issue/insert-certificate.ts';
import { issueCertificate } from '../src/certificates/issue/issue-certificate.ts';
import { approveRenewal } from '../src/certificates/renewal/approve-renewal.ts';
import { askRenewal } from '../src/certificates/renewal/ask-renewal.ts';
import { rejectRenewal } from '../src/certificates/renewal/reject-renewal.ts';
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

const morningOf = (date: string) => new Date(`${date}T10:00:00+08:00`);

/** 林怡君's renewal requests and their decisions, each on its day. */
const lifeOf = (tx: Tx, { people: { cast }, staff }: Setting) => {
  const accountId = cast.lin;
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

/**
 * 林怡君's certificates: coach ones that may be renewed, not yet, and asked for; an ordinary one; in the old list one
 * that was renewed, and a request that was refused.
 */
export const loadCertificates = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  const day = today(now);
  await db.transaction(async (tx) => {
    const { issue, ask, approve, refuse } = lifeOf(tx, setting);

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
  });
};
