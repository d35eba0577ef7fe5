import { addDays, today } from '@portal/contract/dates';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { inTransaction } from '../platform/database/database.ts';
import { findSameKinds, moveCertificates, returnCertificates } from './move-certificates.ts';
import { certificates } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const TODAY = today(NOW);
const YESTERDAY = addDays(TODAY, -1);
const LONG_AGO = addDays(TODAY, -400);
const LATER = addDays(TODAY, 400);

/** The account that is removed and the one that stays. */
const pair = async () => ({
  from: (await buildAccount(portal.db)).id,
  to: (await buildAccount(portal.db)).id,
});

type Certificate = Omit<Parameters<typeof buildCertificate>[1], 'account'>;

const certificateOf = async (id: number, overrides: Certificate) =>
  (await buildCertificate(portal.db, { account: { id }, ...overrides })).id;

const move = (people: { from: number; to: number }) =>
  inTransaction(portal.db, (tx) => moveCertificates(tx, people, NOW));

const statesOf = async (...ids: number[]) => {
  const rows = await portal.db
    .select({ id: certificates.id, state: certificates.state })
    .from(certificates)
    .where(inArray(certificates.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
};

const revoked = { state: 'revoked', endedAt: NOW, endedBy: 'system' } as const;
const lapsed = { state: 'lapsed', endedAt: NOW } as const;

describe('a merge', () => {
  test.each([
    ['ends first', LONG_AGO, YESTERDAY, ['lapsed', 'valid']],
    ['ends on the same day', LONG_AGO, LONG_AGO, ['lapsed', 'valid']],
    ['ends later', YESTERDAY, LONG_AGO, ['valid', 'lapsed']],
  ])(
    'where the expired certificate of the removed person %s, one of the kind stays valid',
    async (_, from, to, states) => {
      const people = await pair();
      const ofRemoved = await certificateOf(people.from, { endTime: from });
      const ofKept = await certificateOf(people.to, { endTime: to });
      const { moved, lapsed } = await move(people);
      expect(await statesOf(ofRemoved, ofKept)).toEqual(states);
      expect(moved.map(({ id }) => id)).toEqual([ofRemoved]);
      expect(lapsed).toEqual(states[0] === 'lapsed' ? [ofRemoved] : [ofKept]);
    },
  );

  test('leaves certificates of different kinds and what ended before', async () => {
    const people = await pair();
    const expired = await certificateOf(people.from, { kind: 'ordinary', endTime: LONG_AGO });
    const ended = await certificateOf(people.from, { endTime: LONG_AGO, ...revoked });
    await certificateOf(people.to, { endTime: LATER });
    // A new index entry is written for it, after that of the other one.
    const issuedOn = addDays(LONG_AGO, -2_000);
    await portal.db.update(certificates).set({ issuedOn }).where(eq(certificates.id, expired));
    const { moved, lapsed } = await move(people);
    expect(lapsed).toEqual([]);
    expect(moved.map(({ id }) => id)).toEqual([expired, ended]);
    expect(await statesOf(expired, ended)).toEqual(['valid', 'revoked']);
  });

  test.each([LATER, TODAY])('ends no certificate that is valid until %s', async (endTime) => {
    const people = await pair();
    const ofRemoved = await certificateOf(people.from, { endTime });
    await certificateOf(people.to, { endTime: LATER });
    await expect(move(people)).rejects.toMatchObject({ cause: { constraint: 'certificates_one_valid' } });
    expect(await statesOf(ofRemoved)).toEqual(['valid']);
  });
});

test.each<[string, Certificate, Certificate, boolean]>([
  ['both valid', { endTime: LATER }, { endTime: LATER }, true],
  ['both valid until today', { endTime: TODAY }, { endTime: TODAY }, true],
  ['the first one expired', { endTime: YESTERDAY }, { endTime: LATER }, false],
  ['the second one expired', { endTime: LATER }, { endTime: YESTERDAY }, false],
  ['the first one revoked', { endTime: LATER, ...revoked }, { endTime: LATER }, false],
  ['of two kinds', { endTime: LATER, kind: 'ordinary' }, { endTime: LATER }, false],
])('whether two people have certificates of the same kind, %s', async (_, ofRemoved, ofKept, isNamed) => {
  const people = await pair();
  const { kindId } = await buildCertificate(portal.db, { account: { id: people.from }, ...ofRemoved });
  await certificateOf(people.to, ofKept);
  const found = await inTransaction(portal.db, (tx) => findSameKinds(tx, people, NOW));
  expect(found).toEqual(isNamed ? [kindId] : []);
});

describe('undoing a merge', () => {
  test('returns the certificates that moved and are still there, and counts them', async () => {
    const people = await pair();
    const another = (await buildAccount(portal.db)).id;
    const moved = await certificateOf(people.from, { endTime: LONG_AGO, ...lapsed });
    const own = await certificateOf(people.from, { endTime: LATER });
    const gone = await certificateOf(another, { endTime: LATER });
    const returned = await inTransaction(portal.db, (tx) =>
      returnCertificates(tx, people, { ids: [moved, gone], lapsed: [] }),
    );
    expect(returned).toBe(1);
    const rows = await portal.db
      .select({ id: certificates.id, accountId: certificates.accountId })
      .from(certificates)
      .where(inArray(certificates.id, [moved, own, gone]))
      .orderBy(certificates.id);
    expect(rows.map(({ accountId }) => accountId)).toEqual([people.to, people.from, another]);
  });

  test('makes those valid again that lapsed by it, unless something else happened to them', async () => {
    const [people, other] = [await pair(), await pair()];
    const again = await certificateOf(people.from, { endTime: LONG_AGO, ...lapsed });
    const ofOthers = await certificateOf(other.from, { endTime: LONG_AGO, ...lapsed });
    const revokedSince = await certificateOf(other.to, { endTime: LONG_AGO, ...revoked });
    const followed = await certificateOf(people.to, { endTime: LONG_AGO, ...lapsed });
    await certificateOf(people.to, { endTime: LATER });
    // A valid certificate of another kind prevents nothing.
    await certificateOf(people.from, { kind: 'ordinary', endTime: LATER });
    await inTransaction(portal.db, (tx) =>
      returnCertificates(tx, people, { ids: [], lapsed: [again, revokedSince, followed] }),
    );
    expect(await statesOf(again, ofOthers, revokedSince, followed)).toEqual([
      ...['valid', 'lapsed', 'revoked', 'lapsed'],
    ]);
  });
});
