import { addDays, today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCertificate, buildNeed, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { sendDigests } from './send-digests.ts';

/* A whole year of digests is in `timers/send-reminders.test.ts`. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const START_OF_MONTH = new Date('2026-12-01T00:00:00+08:00');

/** A group with a manager, 王經理, and members whose certificates end one after another. */
const buildTeam = async (createdAt: Date, ...names: string[]) => {
  const group = await buildGroup(portal.db, { createdAt });
  const manager = await buildAccount(portal.db, { chineseName: '王經理' });
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  const certificates = [];
  for (const [at, chineseName] of names.entries()) {
    const account = await buildAccount(portal.db, { chineseName });
    await buildMembership(portal.db, { group, account });
    const endTime = addDays(today(NOW), 10 + at);
    certificates.push(await buildCertificate(portal.db, { account, endTime }));
  }
  await buildNeed(portal.db, { group, kindId: certificates[0]?.kindId ?? 0 });
  return { group, manager, certificates };
};

const send = () => inTransaction(portal.db, (tx) => sendDigests(tx, NOW));

const lettersTo = async ({ manager }: { manager: { id: number } }) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, manager.id))).map(({ data }) => data);

test('managers are told of all whose certificates end, and which renewals are under review', async () => {
  const team = await buildTeam(new Date('2026-01-01'), '林展延', '陳退件', '張沒有');
  const [asked, rejected] = team.certificates;
  if (!asked || !rejected) throw new Error('two certificates');
  await buildRenewalRequest(portal.db, { certificate: asked });
  await buildRenewalRequest(portal.db, { certificate: rejected, state: 'rejected' });
  await send();
  expect(await lettersTo(team)).toMatchObject([
    {
      ...{ name: '王經理', group: team.group.name, groupCode: team.group.code, more: 0 },
      endings: [
        { person: '林展延', isRenewalAsked: true },
        { person: '陳退件', isRenewalAsked: false },
        { person: '張沒有', isRenewalAsked: false },
      ],
    },
  ]);
});

test('a group gets no digest in the month in which it was founded', async () => {
  const founded = await buildTeam(START_OF_MONTH, '林新團');
  const older = await buildTeam(new Date(START_OF_MONTH.getTime() - 1), '林舊團');
  await send();
  expect([await lettersTo(founded), await lettersTo(older)]).toMatchObject([[], [{ name: '王經理' }]]);
});
