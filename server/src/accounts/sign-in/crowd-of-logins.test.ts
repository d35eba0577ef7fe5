import { test } from 'vitest';
import { expectOthersToLogInBeside } from '../../../test/crowd-of-logins.ts';

test('beside 40 connections a login from another network waits much shorter, and one from theirs as long', () =>
  expectOthersToLogInBeside(40));
