import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { Refusal } from '../../platform/errors.ts';
import { securityLog } from './security-log.ts';

let portal: TestPortal;
let account: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  portal = await openTestPortal();
  account = await buildAccount(portal.db);
});
afterAll(() => portal.close());

type Caller = Parameters<ReturnType<typeof securityLog>>[1];

/** Returns the lines that one call writes to the log, with their levels. */
const logOf = async (work: () => Promise<unknown>, caller: Omit<Caller, 'address'> = {}) => {
  const [info, warn] = [vi.fn(), vi.fn()];
  const withSecurityLog = securityLog({ db: portal.db, log: { ...portal.services.log, info, warn } });
  await withSecurityLog('login', { address: '2001:db8::1', ...caller }, work).catch(() => {});
  await expect.poll(() => info.mock.calls.length + warn.mock.calls.length).toBe(1);
  const level = info.mock.calls.length > 0 ? 'info' : 'warn';
  return { level, ...[...info.mock.calls, ...warn.mock.calls][0]?.[0] };
};

const answer = (result: unknown) => async () => result;
const fail = (error: Error) => () => Promise.reject(error);

test.each([
  ['an account in the result', answer({ accountId: 7 }), {}, 7],
  ['a result without an account', answer({ id: 7 }), {}, null],
  ['a text', answer('accountId'), {}, null],
  ['nothing', answer(null), {}, null],
  ['the caller’s account', answer({ accountId: 7 }), { accountId: 8 }, 8],
])('a call that succeeds is information: %s', async (_, work, caller, accountId) => {
  expect(await logOf(work, caller)).toMatchObject({
    ...{ level: 'info', security: 'login', outcome: 'ok' },
    ...{ accountId, network: '2001:db8:0:0::/64' },
  });
});

test.each([
  ['refused', new Refusal('wrong_credentials'), 'wrong_credentials'],
  ['over_budget', new Refusal('too_many_attempts'), 'too_many_attempts'],
  ['failed', new Error('no space left'), undefined],
])('a call that ends as %s is a warning with the account that was entered', async (outcome, error, code) => {
  const said = await logOf(fail(error), { account: account.account });
  expect(said).toMatchObject({ level: 'warn', outcome, accountId: account.id });
  expect(said.code).toBe(code);
});

test.each([
  ['no account', {}, null],
  ['an unknown account', { account: 'A199999999' }, null],
  ['the caller’s account', { accountId: 8, account: 'A199999999' }, 8],
])('a refusal to %s', async (_, caller, accountId) => {
  expect(await logOf(fail(new Refusal('wrong_credentials')), caller)).toMatchObject({ accountId });
});

test.each([
  ['found', async () => 5, 5],
  ['not found', () => Promise.reject(new Error('lost')), undefined],
])('the staff member is named where %s', async (_, findStaffId, staffId) => {
  for (const work of [answer(null), fail(new Refusal('wrong_credentials'))]) {
    expect((await logOf(work, { findStaffId })).staffId ?? undefined).toBe(staffId);
  }
});
