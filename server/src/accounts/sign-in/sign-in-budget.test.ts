import { readFile } from 'node:fs/promises';
import { login } from '@portal/contract/accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { connectPatiently } from '../../../test/database.ts';
import { buildAccount, PASSWORD } from '../../../test/factories/account.ts';
import { buildStaff } from '../../../test/factories/staff.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { staffKnownAddresses } from '../../staff/tables.ts';
import { knownAddresses, sessions, signInAttempts } from '../tables.ts';
import { rememberAddress } from './known-addresses.ts';
import {
  checkPassword,
  countAttempt,
  countBirthDate,
  countFailures,
  forgiveFailures,
  moveFailures,
  reportWaitUnder,
  type Try,
} from './sign-in-budget.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let portal: TestPortal;
/** Servers on one database, each with its own pool and its own line for passwords, as in processes of their own. */
interface Server {
  db: Database;
  checkPassword: typeof checkPassword;
}
const servers: Server[] = [];
let account: Awaited<ReturnType<typeof buildAccount>>;

beforeAll(async () => {
  portal = await openTestPortal();
  for (let n = 0; n < 8; n++) {
    vi.resetModules();
    const module = await import('./sign-in-budget.ts');
    const db = connectPatiently(portal.services.config.databaseUrl ?? '', { max: 4 });
    servers.push({ db, checkPassword: module.checkPassword });
  }
});
afterAll(async () => {
  for (const { db } of servers) await db.$client.end();
  await portal.close();
});

beforeEach(async () => {
  await portal.db.delete(signInAttempts);
  await portal.db.delete(knownAddresses);
  account = await buildAccount(portal.db);
});

const later = (span: number) => new Date(NOW.getTime() + span);

/** A try at the account's password: `right`, `wrong`, or the seconds to wait. */
const attempt = async (
  password: string,
  { server, ...overrides }: Partial<Try> & { server?: Server | undefined } = {},
): Promise<'right' | 'wrong' | number> => {
  const given = { account: account.account, address: '192.0.2.1', now: NOW, ...overrides };
  const stored = given.account === account.account ? account.passwordHash : null;
  const { db, checkPassword: check } = server ?? { db: portal.db, checkPassword };
  try {
    return (await check(db, given, stored, password)) ? 'right' : 'wrong';
  } catch (error) {
    // Each server has its own copy of the class `Refusal`, so `instanceof` would not recognise it.
    const { code, details } = error as Refusal;
    if (code === 'too_many_attempts') return details.retryAfter ?? 0;
    throw error;
  }
};

const attempts = async (count: number, each: (n: number) => ReturnType<typeof attempt>) => {
  const outcomes = [];
  for (let n = 0; n < count; n++) outcomes.push(await each(n));
  return outcomes;
};

/** Failures that are there already, each from the address and at the account that `row` gives it. */
const failed = (count: number, row: (n: number) => { accountHash?: string; address?: string }, at = NOW) =>
  portal.db.insert(signInAttempts).values(
    Array.from({ length: count }, (_, n) => ({
      accountHash: `other ${n}`,
      address: `10.0.0.${n}`,
      at,
      ...row(n),
    })),
  );

const accountHashOf = async () => {
  await attempt('wrong');
  const [row] = await portal.db.select().from(signInAttempts);
  await portal.db.delete(signInAttempts);
  return row?.accountHash ?? '';
};

describe('an account from one address', () => {
  test('has five wrong passwords in 15 minutes; then even the correct one is not checked', async () => {
    expect(await attempts(5, () => attempt('wrong'))).toEqual(Array(5).fill('wrong'));
    expect(await attempt(PASSWORD)).toBe(900);
    expect(await attempt(PASSWORD, { now: later(5 * MINUTE) })).toBe(600);
    expect(await attempt(PASSWORD, { now: later(15 * MINUTE) })).toBe('right');
  });

  test('waits longer and longer if the guessing continues', async () => {
    const guessFive = async (now: Date) => {
      await attempts(5, () => attempt('wrong', { now }));
      return attempt('wrong', { now });
    };
    expect(await guessFive(NOW)).toBe(15 * 60);
    expect(await guessFive(later(15 * MINUTE))).toBe(45 * 60);
    expect(await guessFive(later(HOUR))).toBe(15 * 60);
    expect(await guessFive(later(HOUR + 15 * MINUTE))).toBe(4.75 * 3600);
  });

  test('does not count correct passwords', async () => {
    expect(await attempts(4, () => attempt('wrong'))).toEqual(Array(4).fill('wrong'));
    expect(await attempts(8, () => attempt(PASSWORD))).toEqual(Array(8).fill('right'));
    expect([await attempt('wrong'), await attempt('wrong')]).toEqual(['wrong', 900]);
  });

  test('does not count attempts that are not checked', async () => {
    await attempts(12, () => attempt('wrong'));
    expect(await portal.db.$count(signInAttempts)).toBe(5);
  });

  test('is one caller on every address of an IPv6 network of 64 bits, and of an IPv4 address in both forms', async () => {
    await attempts(5, (n) => attempt('wrong', { address: `2001:db8:1:2::${n}` }));
    expect(await attempt('wrong', { address: '2001:db8:1:2:ffff::1' })).toBe(900);
    expect(await attempt('wrong', { address: '2001:db8:1:3::1' })).toBe('wrong');
    await attempts(5, () => attempt('wrong', { address: '::ffff:192.0.2.9' }));
    expect(await attempt('wrong', { address: '192.0.2.9' })).toBe(900);
  });

  test('is limited in the same way if the account is unknown', async () => {
    expect(await attempts(6, () => attempt('wrong', { account: 'A199999999' }))).toEqual([
      ...Array(5).fill('wrong'),
      900,
    ]);
  });
});

describe('failures', () => {
  const OTHER = 'A199999999';
  const elsewhere = '198.51.100.1';

  test('are not counted if the check itself fails', async () => {
    const given = { account: account.account, address: '192.0.2.1', now: NOW };
    await expect(countAttempt(portal.db, given, () => Promise.reject(new Error('lost')))).rejects.toThrow(
      'lost',
    );
    expect(await portal.db.$count(signInAttempts)).toBe(0);
  });

  test('are forgiven for one account at one address', async () => {
    for (const overrides of [{}, { account: OTHER }, { address: elsewhere }]) {
      await attempts(5, () => attempt('wrong', overrides));
    }
    const given = { account: account.account, address: '192.0.2.1', now: NOW };
    await inTransaction(portal.db, (tx) => forgiveFailures(tx, given));
    expect(await attempt('wrong')).toBe('wrong');
    expect(await attempt('wrong', { account: OTHER })).toBe(900);
    expect(await attempt('wrong', { address: elsewhere })).toBe(900);
  });

  test('move with the number of one account', async () => {
    for (const overrides of [{}, { account: OTHER }]) await attempts(5, () => attempt('wrong', overrides));
    await inTransaction(portal.db, (tx) => moveFailures(tx, account.account, 'K7654321'));
    expect(await attempt('wrong', { account: 'K7654321' })).toBe(900);
    expect(await attempt('wrong')).toBe('wrong');
    expect(await attempt('wrong', { account: OTHER })).toBe(900);
  });

  test('are forgotten for a network, or for an account, when operators follow docs/operations.md', async () => {
    const manual = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const [ofNetwork = '', ofAccount = ''] = [
      ...manual.matchAll(/^delete from sign_in_attempts\b.*?;/gms),
    ].map(([statement]) => statement);
    const address = '203.0.113.7';
    await attempts(5, () => attempt('wrong', { address }));
    await attempts(5, () => attempt('wrong', { account: OTHER }));
    await portal.db.execute(sql.raw(ofNetwork));
    expect([await attempt('wrong', { address }), await attempt('wrong', { account: OTHER })]).toEqual([
      'wrong',
      900,
    ]);
    await portal.db.execute(sql.raw(ofAccount.replace('A123456789', OTHER)));
    expect(await attempt('wrong', { account: OTHER })).toBe('wrong');
    expect(await portal.db.$count(signInAttempts)).toBe(2);
  });

  test('of trainees do not count for staff, neither by account nor by address', async () => {
    await attempts(5, () => attempt('wrong'));
    expect(await attempt('wrong', { staff: { id: null } })).toBe('wrong');
    await failed(100, () => ({ address: '192.0.2.1' }));
    expect(await attempt('wrong', { staff: { id: null } })).toBe('wrong');
    const accountHash = await accountHashOf();
    await failed(50, () => ({ accountHash }));
    expect(await attempt('wrong', { staff: { id: null } })).toBe('wrong');
  });
});

describe('a birth date', () => {
  const check = async (known: boolean, right: boolean, failures: { count: number; address?: string }) => {
    const accountHash = await accountHashOf();
    const address = '192.0.2.1';
    if (known) await inTransaction(portal.db, (tx) => rememberAddress(tx, account.id, address, NOW));
    const { count, ...row } = failures;
    if (count > 0) await failed(count, () => ({ accountHash, ...row }));
    await portal.db.update(signInAttempts).set({ secret: 'birth_date' });
    const given = { account: account.account, address, now: NOW };
    return countBirthDate(portal.db, given, async () => right).then(
      ({ right: said, instead }) => [said, instead?.code ?? null],
      (error: Refusal) => error.code,
    );
  };
  const none = { count: 0 };
  const ofStrangers = { count: 50 };
  const fromThere = { count: 5, address: '192.0.2.1' };

  test.each([
    [false, true, none, [true, null]],
    [false, false, none, [false, null]],
    [false, true, ofStrangers, [true, 'reset_maybe_sent']],
    [false, false, ofStrangers, [false, 'reset_maybe_sent']],
    [false, true, fromThere, 'too_many_attempts'],
    [true, true, ofStrangers, [true, null]],
    [true, true, fromThere, [true, null]],
    [true, false, fromThere, 'too_many_attempts'],
  ])(
    'at a known address: %s, correct: %s, after failures %j: %j',
    async (known, right, failures, expected) => {
      expect(await check(known, right, failures)).toEqual(expected);
    },
  );
});

test.each([
  [
    new Refusal('too_many_attempts', { retryAfter: 9 }),
    { code: 'too_many_attempts', details: { field: 'pin', retryAfter: 9 } },
  ],
  [new Refusal('wrong_credentials'), { code: 'wrong_credentials', details: {} }],
  [new Error('lost'), { message: 'lost' }],
])('only a wait is reported under another field: %s', (error, expected) => {
  expect(() => reportWaitUnder('pin')(error)).toThrow(expect.objectContaining(expected));
});

describe('guessing at many accounts or addresses', () => {
  test('is stopped for an account after 50 failures an hour from any address', async () => {
    const accountHash = await accountHashOf();
    await failed(49, () => ({ accountHash }));
    expect(await attempt('wrong', { address: '198.51.100.1' })).toBe('wrong');
    expect(await attempt(PASSWORD, { address: '198.51.100.2' })).toBe(3600);
    expect(await attempt(PASSWORD, { address: '198.51.100.2', now: later(HOUR) })).toBe('right');
  });

  test('is stopped for an address after 100 failures an hour at any accounts', async () => {
    await failed(99, () => ({ address: '192.0.2.1' }));
    expect(await attempt('wrong', { account: 'A199999999' })).toBe('wrong');
    expect(await attempt('wrong', { account: 'F199999996' })).toBe(3600);
    expect(await attempt('wrong', { account: 'F199999996', address: '192.0.2.2' })).toBe('wrong');
  });

  test('does not lock the owner out at an address from which the account logged in before', async () => {
    const accountHash = await accountHashOf();
    await portal.db.transaction((tx) => rememberAddress(tx, account.id, '192.0.2.1', NOW));
    await failed(50, () => ({ accountHash }));
    await failed(100, () => ({ address: '192.0.2.1' }));
    expect(await attempt(PASSWORD)).toBe('right');
    expect(await attempt(PASSWORD, { address: '198.51.100.2' })).toBe(3600);
  });

  test('does not treat the known address of one account as known for another', async () => {
    const other = await buildAccount(portal.db);
    await portal.db.transaction((tx) => rememberAddress(tx, other.id, '192.0.2.1', NOW));
    await failed(100, () => ({ address: '192.0.2.1' }));
    expect(await attempt(PASSWORD)).toBe(3600);
  });

  test('is limited at a known address by the account’s budget there', async () => {
    await portal.db.transaction((tx) => rememberAddress(tx, account.id, '192.0.2.1', NOW));
    expect(await attempts(6, () => attempt('wrong'))).toEqual([...Array(5).fill('wrong'), 900]);
  });

  test('accepts the correct password at a known address after that, until twenty were wrong', async () => {
    await portal.db.transaction((tx) => rememberAddress(tx, account.id, '192.0.2.1', NOW));
    await attempts(19, () => attempt('wrong'));
    expect(await attempt(PASSWORD)).toBe('right');
    expect(await attempt('wrong')).toBeGreaterThanOrEqual(900);
    expect(await attempt(PASSWORD)).toBe(900);
    expect(await portal.db.$count(signInAttempts)).toBe(20);
    expect(await attempt(PASSWORD, { now: later(15 * MINUTE) })).toBe('right');
  });

  test('of a member of staff is not stopped early at an address that is known for them', async () => {
    const [staff, colleague] = [await buildStaff(portal.db), await buildStaff(portal.db)];
    const known = { staffId: staff.id, address: '192.0.2.1', lastUsedAt: NOW };
    await portal.db.insert(staffKnownAddresses).values(known);
    const succeed = async ({ id, email }: { id: number; email: string }) => {
      const given = { account: email, address: '192.0.2.1', now: NOW, staff: { id } };
      for (let n = 0; n < 5; n++) await countAttempt(portal.db, given, async () => false);
      return countAttempt(portal.db, given, async () => true);
    };
    expect(await succeed(staff)).toBe(true);
    await expect(succeed(colleague)).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  test('is stopped at a known address after forty failures an hour', async () => {
    const accountHash = await accountHashOf();
    await portal.db.transaction((tx) => rememberAddress(tx, account.id, '192.0.2.1', NOW));
    await failed(39, () => ({ accountHash, address: '192.0.2.1' }), later(-20 * MINUTE));
    expect(await attempt(PASSWORD)).toBe('right');
    expect(await attempt('wrong')).toBeGreaterThan(0);
    expect(await attempt(PASSWORD)).toBe(40 * 60);
    expect(await attempt(PASSWORD, { now: later(40 * MINUTE) })).toBe('right');
  });

  test('is stopped for an account after 100 failures an hour, its known addresses together', async () => {
    const accountHash = await accountHashOf();
    for (const address of ['192.0.2.1', '198.51.100.7']) {
      await portal.db.transaction((tx) => rememberAddress(tx, account.id, address, NOW));
    }
    await failed(99, () => ({ accountHash }));
    expect(await attempt('wrong')).toBe('wrong');
    expect(await attempt(PASSWORD, { address: '198.51.100.7' })).toBe(3600);
  });
});

describe('simultaneous attempts', () => {
  test('are checked five times in all, through eight servers', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_, n) => attempt('wrong', { server: servers[n % 8] })),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 900)).toHaveLength(75);
  });

  test('are checked 50 times in all from 80 addresses, through eight servers', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        attempt('wrong', { server: servers[n % 8], address: `10.0.0.${n}` }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(50);
  });

  test('are checked 100 times in all from one address at 130 accounts, through eight servers', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 130 }, (_, n) =>
        attempt('wrong', { server: servers[n % 8], account: `NOBODY${n}` }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(100);
  });

  describe('with slow writes, so that all would find the budget free', () => {
    beforeAll(() =>
      portal.db.execute(sql`
        create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return null; end';
        create trigger dawdle before insert on sign_in_attempts for each statement execute function dawdle()`),
    );
    afterAll(() => portal.db.execute(sql`drop trigger dawdle on sign_in_attempts`));

    const looked = async (each: (n: number) => Partial<Try>) => {
      const tries = Array.from({ length: 6 }, (_, n) => attempt('wrong', { server: servers[n], ...each(n) }));
      return (await Promise.all(tries)).filter((outcome) => outcome === 'wrong').length;
    };

    test('one is checked if the account has one attempt left', async () => {
      const accountHash = await accountHashOf();
      await failed(49, () => ({ accountHash }));
      expect(await looked((n) => ({ address: `198.51.100.${n}` }))).toBe(1);
    });

    test('one is checked if the address has one attempt left', async () => {
      await failed(99, () => ({ address: '192.0.2.1' }));
      expect(await looked((n) => ({ account: `NOBODY${n}` }))).toBe(1);
    });

    test('control: without the locks all are checked', async () => {
      expect(await looked((n) => ({ account: `NOBODY${n}`, address: `198.51.100.${n}` }))).toBe(6);
    });
  });

  test('all succeed with the correct password', async () => {
    expect(await Promise.all(Array.from({ length: 12 }, () => attempt(PASSWORD)))).toEqual(
      Array(12).fill('right'),
    );
  });
});

describe('failures', () => {
  test('of one account within the span are counted', async () => {
    const attempted = { account: account.account, address: '192.0.2.1', now: NOW };
    const accountHash = await accountHashOf();
    await failed(1, () => ({ accountHash }), later(-HOUR));
    await failed(2, () => ({ accountHash }), later(1 - HOUR));
    await failed(4, () => ({ accountHash, address: '198.51.100.2' }));
    await failed(8, () => ({}));
    expect(await countFailures(portal.db, attempted, HOUR)).toBe(6);
  });
});

describe('the call', () => {
  test('answers 429 with the seconds in the text and in Retry-After', async () => {
    portal.clock.now = NOW;
    const body = { account: account.idNumber, password: 'wrong' };
    for (let n = 0; n < 5; n++) expect((await portal.call(login, { body })).status).toBe(422);
    const before = await portal.db.$count(sessions);
    const { status, refusal, headers } = await portal.call(login, { body: { ...body, password: PASSWORD } });
    expect([status, headers['retry-after'], refusal]).toEqual([
      429,
      '900',
      {
        message: '嘗試次數過多，請於 900 秒後再試',
        errors: { account: ['嘗試次數過多，請於 900 秒後再試'] },
      },
    ]);
    expect(await portal.db.$count(sessions)).toBe(before);
  });

  test('stores no identity number in the counters', async () => {
    await attempt('wrong');
    expect(JSON.stringify(await portal.db.select().from(signInAttempts))).not.toContain(account.account);
  });
});
