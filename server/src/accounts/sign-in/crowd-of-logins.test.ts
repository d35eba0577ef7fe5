import { performance } from 'node:perf_hooks';
import { login } from '@portal/contract/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, PASSWORD } from '../../../test/factories/account.ts';
import { hashPassword } from '../passwords/passwords.ts';

/* Many connections that log in over and over with right passwords, which cost nothing of the budget. */

const CROWD = 120;
const CROWD_ADDRESS = '192.0.2.1';

let portal: TestPortal;
let crowd: string;
let owner: string;
beforeAll(async () => {
  portal = await openTestPortal();
  const passwordHash = await hashPassword(PASSWORD);
  crowd = (await buildAccount(portal.db, { passwordHash })).account;
  owner = (await buildAccount(portal.db, { passwordHash })).account;
});
afterAll(() => portal.close());

/** Duration of a login in milliseconds, and its status. */
const enter = async (account: string, remoteAddress: string) => {
  const start = performance.now();
  const payload = { account, password: PASSWORD };
  const { statusCode } = await portal.app.inject({ method: 'POST', url: login.path, remoteAddress, payload });
  return { statusCode, took: performance.now() - start };
};

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a login from another network waits much shorter than the crowd, and one from the crowd’s network as long', async () => {
  let going = true;
  const crowdTook: number[] = [];
  const keepEntering = async () => {
    while (going) {
      const { statusCode, took } = await enter(crowd, CROWD_ADDRESS);
      if (statusCode === 200) crowdTook.push(took);
    }
  };
  const connections = Array.from({ length: CROWD }, keepEntering);
  await expect.poll(() => crowdTook.length, { timeout: 30_000 }).toBeGreaterThan(CROWD);
  const [elsewhere, beside] = [[], []] as [number[], number[]];
  for (let n = 0; n < 5; n++) {
    const far = await enter(owner, `198.51.100.${n}`);
    expect(far.statusCode).toBe(200);
    elsewhere.push(far.took);
    const near = await enter(owner, CROWD_ADDRESS);
    if (near.statusCode === 200) beside.push(near.took);
  }
  going = false;
  await Promise.all(connections);
  expect(median(elsewhere)).toBeLessThan(median(crowdTook) / 3);
  expect(median(beside)).toBeGreaterThan(median(elsewhere) * 2);
}, 120_000);
