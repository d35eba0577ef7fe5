import { expect, test } from 'vitest';
import { bindLetters, defineLetter } from './letters.ts';

const write = () => ({ subject: '', name: '', body: [] });

test('sends an urgent letter to an unconfirmed mailbox too', () => {
  const [plain, urgent] = [defineLetter('plain', write), defineLetter('urgent', write, { urgent: true })];
  expect([plain.urgent, plain.forUnconfirmed]).toEqual([false, false]);
  expect([urgent.urgent, urgent.forUnconfirmed]).toEqual([true, true]);
});

test('refuses two letters of the same name', () => {
  const [one, other] = [defineLetter('welcome', write), defineLetter('goodbye', write)];
  expect([...bindLetters([one, other]).keys()]).toEqual(['welcome', 'goodbye']);
  expect(() => bindLetters([one, other, defineLetter('welcome', write)])).toThrow('two letters');
});
