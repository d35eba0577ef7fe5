import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { LetterKind } from '../mail/letters.ts';
import { letters } from './letters.ts';

const MODULES = path.join(import.meta.dirname, '..');

const isLetter = (value: unknown): value is LetterKind =>
  typeof value === 'function' && 'template' in value && 'write' in value;

test('holds each letter of each module', async () => {
  const written: LetterKind[] = [];
  for await (const file of glob('*/**/{letters,*-letters}.ts', {
    cwd: MODULES,
    exclude: ['mail/**'],
  })) {
    const exported: Record<string, unknown> = await import(path.join(MODULES, file));
    written.push(...Object.values(exported).filter(isLetter));
  }
  expect([...letters.values()].map(({ template }) => template).sort()).toEqual(
    written.map(({ template }) => template).sort(),
  );
  expect(written.length).toBeGreaterThan(25);
});

const named = (is: (letter: LetterKind) => boolean) =>
  [...letters.values()]
    .filter(is)
    .map(({ template }) => template)
    .sort();

const SECURITY = [
  'applicant_code',
  'contact_adopted',
  'contact_changed',
  'contact_restored',
  'default_password_login',
  'first_password_set',
  'identity_budget_spent',
  'password_changed',
  'password_code',
  'password_reset',
  'staff_account',
  'staff_guessing',
  'staff_invitation',
  'staff_password_reset',
];

test('marks exactly the letters about account security as urgent', () => {
  expect(named(({ urgent }) => urgent)).toEqual(SECURITY);
});

test('sends to an unconfirmed mailbox only urgent letters, the first letters of a person and the loss of a seat', () => {
  const first = ['email_confirmation', 'enrolled', 'group_enrolled', 'lapsed', 'registered'];
  expect(named(({ forUnconfirmed }) => forUnconfirmed)).toEqual([...SECURITY, ...first].sort());
});

test('exempts only letters with a limit of their own from the limit of a mailbox', () => {
  expect(named(({ hasOwnLimit }) => hasOwnLimit)).toEqual([
    'applicant_code',
    'password_code',
    'password_reset',
  ]);
});

test('sends exactly the reminders in the daytime', () => {
  expect(named(({ inDaytime }) => inDaytime)).toEqual([
    'certificate_digest',
    'certificate_reminder',
    'class_reminder',
  ]);
});
