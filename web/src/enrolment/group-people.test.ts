import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GroupPeople } from './group-people.tsx';

const names = ['一', '二', '三', '四', '五', '六'].map((each) => `王${each}`);

const shown = (unpaid_people: string[]): string =>
  renderToStaticMarkup(
    createElement(GroupPeople, { record: { unpaid_people, pending: 0, situation: 'unpaid' } }),
  );

test('five people who have to pay are named', () => {
  const page = shown(names.slice(0, 5));
  expect(page).toContain('待繳費：王一、王二、王三、王四、王五');
  expect(page).not.toContain('<details');
});

test('the names of more people are folded', () => {
  const page = shown(names);
  expect(page).toMatch(/<details[^>]*><summary[^>]*>待繳費 6 人：查看姓名<\/summary>王一、.*王六<\/details>/);
});
