import type { RegistrationRecord } from '@portal/contract/enrolment';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GroupPeople } from './group-people.tsx';

const names = ['一', '二', '三', '四', '五', '六'].map((each) => ({
  name: `王${each}`,
  has_left: each === '二',
}));

type Unpaid = RegistrationRecord['unpaid_people'];

const nobody: Pick<RegistrationRecord, 'unpaid_people' | 'pending' | 'reported_people' | 'confirmed'> = {
  unpaid_people: [],
  pending: 0,
  reported_people: 0,
  confirmed: 0,
};

const page = (record: Partial<RegistrationRecord>): string =>
  renderToStaticMarkup(createElement(GroupPeople, { record: { ...nobody, situation: 'unpaid', ...record } }));

const shown = (unpaid_people: Unpaid): string => page({ unpaid_people });

test('five people who have to pay are named, and marked if they have left the group', () => {
  const five = shown(names.slice(0, 5));
  expect(five).toContain('待繳費：王一、王二（已退出團體）、王三、王四、王五');
  expect(five).not.toContain('<details');
  expect(five).toContain('已退出團體者的名額與費用仍保留；');
  expect(shown(names.slice(0, 1))).not.toContain('仍保留');
});

test('the names of more people are folded', () => {
  expect(shown(names)).toMatch(
    /<details[^>]*><summary[^>]*>待繳費 6 人：查看姓名<\/summary>王一、.*王六<\/details>/,
  );
});

test.each<[Partial<RegistrationRecord>, string]>([
  [{ situation: 'unpaid', pending: 1, confirmed: 1 }, '另有 1 人資格審查中、1 人已完成報名'],
  [{ situation: 'unpaid', reported_people: 2 }, '另有 2 人繳費審查中'],
  [{ situation: 'reported', reported_people: 2, pending: 1 }, '另有 1 人資格審查中'],
  [{ situation: 'pending', pending: 3, confirmed: 1 }, '另有 1 人已完成報名'],
])('%j counts the people in another state than the record', (record, sentence) => {
  expect(page(record)).toContain(`>${sentence}<`);
});

test('nothing is said of others if all are in the state of the record', () => {
  expect(page({ situation: 'pending', pending: 3 })).toBe('');
});
