import { expect, test } from 'vitest';
import { exitCodes, refusalOf, Unfit, type UnfitCode } from './clean-codes.ts';

test.each(Object.keys(exitCodes) as UnfitCode[])('the exit code for %s leads back to it', (code) => {
  expect(refusalOf(exitCodes[new Unfit(code).code])).toBe(code);
});

test.each([0, 1, 137, null])('the exit code %s means a damaged file', (exitCode) => {
  expect(refusalOf(exitCode)).toBe('document_damaged');
});
