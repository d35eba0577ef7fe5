import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Balance } from './balance.tsx';
import { type Chosen, outcomeOf } from './chosen.ts';

const unpaid = (due: number): Chosen => ({
  registrationIds: [due],
  people: [{ id: due, name: '林怡君' }],
  code: 'TPE-FA1-001',
  due,
  isPaid: false,
});
const paid: Chosen = { ...unpaid(1), due: 0, isPaid: true };

test.each<[string, readonly Chosen[], number, string]>([
  [
    'less than the fees says what is missing',
    [unpaid(1500), unpaid(1200)],
    2200,
    '實收 2,200，應繳 2,700。尚差 500 元',
  ],
  ['one dollar less says so', [unpaid(1500)], 1499, '實收 1,499，應繳 1,500。尚差 1 元'],
  ['the fee fits', [unpaid(1500)], 1500, '實收 1,500，應繳 1,500。金額相符'],
  [
    'more than the fee becomes a refund',
    [unpaid(1500)],
    1600,
    '實收 1,600，應繳 1,500。多 100 元，將列為溢繳待退費',
  ],
  [
    'a paid registration takes the whole amount',
    [paid],
    1500,
    '報名已完成繳費。整筆款項將列為溢繳，產生待退費；數人的款項依各自的費用分列。',
  ],
  [
    'more than the fees is for those who have paid',
    [unpaid(1500), paid],
    3000,
    '實收 3,000，應繳 1,500。多 1,500 元，將列為已繳費者的溢繳待退費',
  ],
  [
    'no more than the fees leaves nothing for those who have paid',
    [unpaid(1500), paid],
    1500,
    '款項未超過應繳金額，請移除已繳費的報名',
  ],
  ['nothing chosen says nothing', [], 1500, ''],
])('%s', (_, chosen, received, expected) => {
  const due = chosen.reduce((sum, each) => sum + each.due, 0);
  const markup = renderToStaticMarkup(
    createElement(Balance, { ...outcomeOf(chosen, received), received, due }),
  );
  expect(
    markup
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(expected);
});
