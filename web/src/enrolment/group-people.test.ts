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

const shown = (unpaid_people: Unpaid): string =>
  renderToStaticMarkup(
    createElement(GroupPeople, { record: { unpaid_people, pending: 0, situation: 'unpaid' } }),
  );

test('five people who have to pay are named, and marked if they have left the group', () => {
  const page = shown(names.slice(0, 5));
  expect(page).toContain('待繳費：王一、王二（已退出團體）、王三、王四、王五');
  expect(page).not.toContain('<details');
  expect(page).toContain('已退出團體者的名額與費用仍保留；');
  expect(shown(names.slice(0, 1))).not.toContain('仍保留');
});

test('the names of more people are folded', () => {
  const page = shown(names);
  expect(page).toMatch(/<details[^>]*><summary[^>]*>待繳費 6 人：查看姓名<\/summary>王一、.*王六<\/details>/);
});
