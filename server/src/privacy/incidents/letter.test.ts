import { expect, test } from 'vitest';
import { isLetterComplete, noticeOf } from './letter.ts';

const texts = { facts: '筆電遺失', data: '姓名', measures: '停用帳號', contact: '王承辦' };

test('the letter is complete with all that the law wants people to be told', () => {
  expect(isLetterComplete(texts)).toBe(true);
  expect(noticeOf(texts)).toEqual(texts);
});

test.each(['data', 'measures', 'contact'])('the letter is incomplete without %s', (field) => {
  const incomplete = { ...texts, [field]: null };
  expect(isLetterComplete(incomplete)).toBe(false);
  expect(() => noticeOf(incomplete)).toThrow('incident_letter_incomplete');
});
