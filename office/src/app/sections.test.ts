import { expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { helpText } from '../text/zh-TW/help.ts';
import { isIn, sections } from './sections.ts';

const namesAt = (address: string) =>
  sections.filter((section) => isIn(section, address)).map(({ key }) => key);

test.each([
  [paths.today.to(), ['t']],
  [paths.trainingClass.to({ id: 3 }), ['c']],
  [paths.overdue.to(), ['c']],
  [paths.enrolOnBehalf.to(), ['r']],
  [paths.registration.to({ id: 3 }), ['n']],
  [paths.desk.to({ id: 3 }), ['p']],
  [paths.refunds.to(), ['p']],
  [paths.groupTab.to({ id: 3, tab: 'history' }), ['g']],
  [paths.member.to({ id: 3 }), ['s']],
  [paths.phrases.to(), ['s']],
  [paths.account.to(), []],
])('the section of %s', (address, expected) => {
  expect(namesAt(address)).toEqual(expected);
});

test('gives each page one section, but for those about oneself', () => {
  const counts = Object.entries(paths).map(([name, { pattern }]) => [name, namesAt(pattern).length] as const);
  expect(counts.filter(([, count]) => count > 1)).toEqual([]);
  expect(counts.filter(([, count]) => count === 0).map(([name]) => name)).toEqual([
    'login',
    'invitation',
    'forgotten',
    'newPassword',
    'account',
    'jobs',
  ]);
});

test('explains each section', () => {
  expect(sections.filter(({ key }) => !helpText[key]?.length)).toEqual([]);
  expect(Object.keys(helpText).length).toBe(sections.length);
});
