import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { live, SEED } from '../model/lives.ts';
import { openPortal, type Portal } from '../model/portal.ts';
import { BOTH_ORDERS, EVERY_REFUSAL, EVERY_STEP, type Reached } from '../model/reached.ts';

const MINUTE = 60_000;

let portal: Portal;
let reached: Reached;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.first.close());

test(`the portal and the model live 300 lives alike (MODEL_SEED=${SEED})`, {
  timeout: 60 * MINUTE,
}, async () => {
  reached = await live(portal, { runs: 300, length: 60, seed: SEED, timeLimit: 55 * MINUTE });
});

test('the 300 lives reach every state, every step and every refusal', () => {
  expect(reached.missing([...EVERY_STEP, ...EVERY_REFUSAL, ...BOTH_ORDERS])).toEqual([]);
});

test('the 300 lives leave no inconsistency', async () => {
  expect(await checkData(portal.first.db)).toEqual([]);
});
