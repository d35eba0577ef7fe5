import { expect, test } from 'vitest';
import { expectOthersToLogInBeside } from '../crowd-of-logins.ts';

test('beside 266 connections a login from another network takes a few times as long as alone', async ({
  annotate,
}) => {
  const took = await expectOthersToLogInBeside(266);
  await annotate(JSON.stringify(took));
  expect(took.elsewhere).toBeLessThan(took.alone * 10);
});
