import { expect, test } from 'vitest';
import { type Compared, judgePerson } from './rules.ts';

const alone: Compared = { verdict: null, problem: null, known: null, twin: null };
const same = { differs: false, fillable: 0 };

test.each<[what: string, compared: Partial<Compared>, verdict: string, problem: string | null]>([
  ['a number that nobody has', {}, 'new', null],
  ['a value that was left out', { problem: '電子郵件未匯入' }, 'new', '電子郵件未匯入'],
  ['a known person with all values', { known: same }, 'same', null],
  ['a known person who lacks values', { known: { ...same, fillable: 2 } }, 'changed', null],
  [
    'a known number of somebody else',
    { known: { ...same, differs: true } },
    'doubtful',
    '此證號已有學員，但姓名或出生日期不同',
  ],
  [
    'a twin in the portal',
    { twin: 'A12*****89' },
    'doubtful',
    '已有同名且同出生日期的學員（證號 A12*****89）',
  ],
  ['a twin in the file', { verdict: 'doubtful', problem: '和第 3 列相同' }, 'doubtful', '和第 3 列相同'],
  [
    'a known person with a twin in the file',
    { verdict: 'doubtful', problem: '和第 3 列相同', known: same },
    'same',
    '和第 3 列相同',
  ],
])('%s', (_, compared, verdict, problem) => {
  expect(judgePerson({ ...alone, ...compared })).toEqual({ verdict, problem });
});
