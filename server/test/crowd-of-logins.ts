import { performance } from 'node:perf_hooks';
import { login } from '@portal/contract/accounts';
import { expect } from 'vitest';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { openTestPortal } from './app.ts';
import { buildAccount, PASSWORD } from './factories/account.ts';

const CROWD_ADDRESS = '192.0.2.1';
const QUEUE_FULL = 503;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Lets `connections` of one address log in over and over with the right password, which costs nothing of the budget,
 * and expects logins from elsewhere to wait much less.
 *
 * @returns medians in milliseconds: a login alone, one of the crowd, one from elsewhere, one from the crowd’s address
 * (infinite if the full queue of the address refused most of them).
 */
export const expectOthersToLogInBeside = async (connections: number) => {
  const portal = await openTestPortal();
  try {
    const passwordHash = await hashPassword(PASSWORD);
    const crowd = (await buildAccount(portal.db, { passwordHash })).account;
    const owner = (await buildAccount(portal.db, { passwordHash })).account;
    const enter = async (account: string, remoteAddress: string) => {
      const start = performance.now();
      const payload = { account, password: PASSWORD };
      const { statusCode } = await portal.app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress,
        payload,
      });
      return { statusCode, took: performance.now() - start };
    };

    const alone: number[] = [];
    for (let n = 0; n < 5; n++) alone.push((await enter(owner, `203.0.113.${n}`)).took);

    let going = true;
    const crowdTook: number[] = [];
    const keepEntering = async () => {
      while (going) {
        const { statusCode, took } = await enter(crowd, CROWD_ADDRESS);
        if (statusCode === 200) crowdTook.push(took);
      }
    };
    const entering = Array.from({ length: connections }, keepEntering);
    await expect.poll(() => crowdTook.length, { timeout: 60_000 }).toBeGreaterThan(connections);
    const [elsewhere, beside] = [[], []] as [number[], number[]];
    for (let n = 0; n < 5; n++) {
      const far = await enter(owner, `198.51.100.${n}`);
      expect(far.statusCode).toBe(200);
      elsewhere.push(far.took);
      const near = await enter(owner, CROWD_ADDRESS);
      expect([200, QUEUE_FULL]).toContain(near.statusCode);
      beside.push(near.statusCode === QUEUE_FULL ? Number.POSITIVE_INFINITY : near.took);
    }
    going = false;
    await Promise.all(entering);
    expect(median(elsewhere)).toBeLessThan(median(crowdTook) / 3);
    expect(median(beside)).toBeGreaterThan(median(elsewhere) * 2);
    return {
      alone: median(alone),
      crowd: median(crowdTook),
      elsewhere: median(elsewhere),
      beside: median(beside),
    };
  } finally {
    await portal.close();
  }
};
