import { photo } from '@portal/contract/accounts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { accounts } from '../tables.ts';

const BYTES = Buffer.from('drawn anew');

let portal: TestPortal;
let owner: Awaited<ReturnType<typeof buildAccount>>;
let serial = 0;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

beforeEach(async () => {
  serial += 1;
  owner = await buildAccount(portal.db, { photoKey: `photos/key_${serial}-A` });
  await portal.services.files.put(`photos/key_${serial}-A`, BYTES);
});

const fetch = async (person: { id: number } | null, path = `/api/${owner.photoKey}`) => {
  const headers = person ? { authorization: `Bearer ${await logIn(portal.db, person)}` } : {};
  return portal.app.inject({ method: 'GET', url: path, headers });
};

/** A member of the owner's group; either may have left it. */
const companion = async (
  role: 'manager' | 'member',
  {
    ownerLeft = false,
    overrides = {},
  }: { ownerLeft?: boolean; overrides?: Parameters<typeof buildAccount>[1] } = {},
) => {
  const group = await buildGroup(portal.db);
  const person = await buildAccount(portal.db, overrides);
  await buildMembership(portal.db, { group, account: owner, leftAt: ownerLeft ? NOW : null });
  await buildMembership(portal.db, { group, account: person, role });
  return person;
};

describe('a photo', () => {
  test('is shown to its owner, and not cached', async () => {
    const response = await fetch(owner);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(BYTES);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is shown to its owner while the profile is not complete', async () => {
    await portal.db.update(accounts).set({ email: null }).where(eq(accounts.id, owner.id));
    expect((await fetch(owner)).statusCode).toBe(200);
  });

  test('is shown to a manager of a group that the owner belongs to', async () => {
    expect((await fetch(await companion('manager'))).statusCode).toBe(200);
  });

  test.each([
    ['a stranger', () => buildAccount(portal.db)],
    ['an ordinary member of the same group', () => companion('member')],
    ['a manager of a group that the owner has left', () => companion('manager', { ownerLeft: true })],
    [
      'a manager whose own profile is not complete',
      () => companion('manager', { overrides: { email: null } }),
    ],
    [
      'a manager of another group',
      async () => {
        const person = await buildAccount(portal.db);
        const group = await buildGroup(portal.db);
        await buildMembership(portal.db, { group, account: person, role: 'manager' });
        return person;
      },
    ],
  ])('answers %s like a key that does not exist', async (_, make) => {
    const person = await make();
    const refused = await fetch(person);
    const unknown = await fetch(person, '/api/photos/unknown');
    expect([refused.statusCode, refused.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
  });

  test('requires a login', async () => {
    expect((await fetch(null)).statusCode).toBe(401);
  });

  test.each(['..%2F..%2Fetc%2Fpasswd', '%00', 'a%20b', '%E7%85%A7', 'x'.repeat(150)])(
    'is nothing under %s',
    async (key) => {
      expect((await fetch(owner, `/api/photos/${key}`)).statusCode).toBe(404);
    },
  );

  test('is not found without its file', async () => {
    await portal.services.files.remove(owner.photoKey ?? '');
    expect((await fetch(owner)).statusCode).toBe(404);
  });

  test('has the address of the contract', () => {
    expect(photo.path).toBe('/api/photos/:key');
  });
});
