import { expect, test } from 'vitest';
import { RejectForm } from './reject-form.ts';

test.each([
  ['a phrase', { phraseIds: ['3'], reason: '' }, { phraseIds: [3], reason: null }],
  ['a text', { phraseIds: [], reason: ' 照片不清楚 ' }, { phraseIds: [], reason: '照片不清楚' }],
  [
    'phrases and a text',
    { phraseIds: ['3', '5'], reason: '請補件' },
    { phraseIds: [3, 5], reason: '請補件' },
  ],
])('a rejection with %s is sent', (_, values, sent) => {
  expect(RejectForm.parse(values)).toEqual(sent);
});

test('a rejection without any reason is not sent', () => {
  const { error } = RejectForm.safeParse({ phraseIds: [], reason: '  ' });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['reason'], '請填寫原因或勾選退回理由'],
  ]);
});
