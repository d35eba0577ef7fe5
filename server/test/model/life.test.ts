import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { live, SEED } from './lives.ts';
import { openPortal, type Portal } from './portal.ts';
import { EVERY_STEP, type Reached } from './reached.ts';

let portal: Portal;
let reached: Reached;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.first.close());

test(`the portal and the model live 25 lives alike (MODEL_SEED=${SEED})`, async () => {
  reached = await live(portal, { runs: 25, length: 40, seed: SEED, timeLimit: 240_000 });
});

test('the 25 lives reach every state by every step', () => {
  expect(reached.missing(EVERY_STEP)).toEqual([]);
});

test('the 25 lives leave no inconsistency', async () => {
  expect(await checkData(portal.first.db)).toEqual([]);
});
