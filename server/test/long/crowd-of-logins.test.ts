import { expect, test } from 'vitest';
import { expectOthersToLogInBeside } from '../crowd-of-logins.ts';

test('beside 266 connections a login from another network waits less than a tenth as long as theirs', async ({
  annotate,
}) => {
  const took = await expectOthersToLogInBeside(266);
  await annotate(JSON.stringify(took));
  expect(took.elsewhere).toBeLessThan(took.crowd / 10);
});
