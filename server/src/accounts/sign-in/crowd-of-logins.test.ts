import { test } from 'vitest';
import { payWholePrice } from '../../../test/cheap-argon2.ts';
import { expectOthersToLogInBeside } from '../../../test/crowd-of-logins.ts';

test('beside 40 connections a login from another network waits much shorter, and one from theirs as long', () => {
  payWholePrice();
  return expectOthersToLogInBeside(40);
});
