import { exportPeople } from '@portal/contract/office/people';
import * as contract from '@portal/contract/office/privacy';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { decidingStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { accounts, personViews } from '../../accounts/tables.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findLooks } from '../looks/find-looks.ts';
import { privacyRequests } from '../tables.ts';

let portal: TestPortal;
let here: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
  officer = await enterAs(portal.db, grant('officer', here.id));
});
afterAll(() => portal.close());

const buildPerson = () => buildAccount(portal.db, { organizationId: here.id });

const requestOf = async (
  { id: accountId }: { id: number },
  columns: Partial<typeof privacyRequests.$inferInsert>,
) => {
  const [row] = await portal.db
    .insert(privacyRequests)
    .values({ accountId, requestedAt: NOW, recordedBy: 'staff:1', ...columns })
    .returning({ id: privacyRequests.id });
  return String(row?.id);
};

const copy = (id: string) =>
  portal.app.inject({
    method: 'POST',
    url: contract.copyPersonalData.path.replace(':id', id),
    headers: officer.headers,
  });

const looksAt = async ({ id }: { id: number }, headers = officer.headers) =>
  portal.call(contract.personLooks, { headers, params: { id: String(id) } });

describe('the copy for a request at the counter', () => {
  test('is the person’s data, and counts as a look', async () => {
    const person = await buildPerson();
    const answer = await copy(await requestOf(person, { kind: 'access' }));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.rawPayload.toString()).toContain(person.idNumber);
    const { answer: found } = await looksAt(person);
    expect(found).toMatchObject({
      name: person.chineseName,
      looks: [
        {
          actor: { kind: 'staff', name: officer.staff.name },
          what: '交付個人資料複製本',
          session: expect.any(Number),
        },
      ],
    });
  });

  test('is made for an open request for access alone', async () => {
    const person = await buildPerson();
    const erasure = await copy(await requestOf(person, { kind: 'erasure' }));
    expect(erasure.statusCode).toBe(404);
    const answered = { kind: 'access', state: 'answered', closedAt: NOW } as const;
    const closed = await copy(await requestOf(person, answered));
    expect(closed.json().code).toBe('privacy_request_closed');
    expect((await looksAt(person)).answer.looks).toEqual([]);
  });
});

describe('who looked at a person', () => {
  test('is told of every act by which staff see or take what is masked, and of no other', async () => {
    const { id: subjectId } = await buildPerson();
    const looks = [
      ...['certificate.print', 'certificate.proof_view', 'document.view', 'person.find_holder'],
      ...['person.identify', 'person.name_purpose', 'person.send_code', 'person.show_identity'],
      ...['person.show_photo', 'privacy.copy', 'renewal.document_view'],
    ] as const;
    for (const action of [...looks, 'account.edit'] as const)
      await portal.db
        .insert(auditEvents)
        .values({ actor: 'staff:1', action, subject: 'account', subjectId, at: NOW });
    const found = await findLooks(portal.db, subjectId, decidingStaff(here.id));
    expect(found.looks.map(({ what }) => what).toSorted()).toEqual(looks);
  });

  test('are staff and managers of groups, the newest first', async () => {
    const [person, manager] = [await buildPerson(), await buildAccount(portal.db)];
    const event = { actor: 'system', subject: 'account', subjectId: person.id } as const;
    await inTransaction(portal.db, async (tx) => {
      await recordEvent(tx, { ...event, action: 'person.identify' }, NOW);
      await recordEvent(tx, { ...event, action: 'account.update' }, NOW);
    });
    const at = new Date(NOW.getTime() - 1000);
    await portal.db
      .insert(personViews)
      .values({ viewedId: person.id, viewerId: manager.id, what: 'photo', day: '2026-12-01', at });
    const { answer } = await looksAt(person);
    expect(answer.looks.map(({ actor, what }) => [actor.kind, what])).toEqual([
      ['system', '確認代為報名的學員'],
      ['account', '團體管理員查看成員照片'],
    ]);
  });

  test('are those who exported a list with the person, and nobody else on it', async () => {
    const [person, other] = [await buildPerson(), await buildPerson()];
    await portal.db.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, person.id));
    const sent = await portal.app.inject({
      method: 'POST',
      url: exportPeople.path,
      headers: officer.headers,
      payload: { format: 'csv', state: 'suspended' },
    });
    expect(sent.body).toContain(person.chineseName);
    const [of, ofOther] = [await looksAt(person), await looksAt(other)];
    expect(of.answer.looks).toMatchObject([{ what: '匯出列表：學員名單', session: expect.any(Number) }]);
    expect(ofOther.answer.looks).toEqual([]);
  });

  test('is told to staff of the person’s organisation alone', async () => {
    const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const { headers } = await enterAs(portal.db, grant('officer', there.id));
    expect((await looksAt(await buildPerson(), headers)).status).toBe(404);
  });
});
