import { describe, expect, test } from 'vitest';
import { EMPTY, OnBehalfForm, type OnBehalfValues } from './on-behalf-values.ts';

const faultsOf = (values: Partial<OnBehalfValues>): [string, string][] =>
  (OnBehalfForm.safeParse({ ...EMPTY, ...values }).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

const wang = {
  country: 'local',
  id_number: 'A123456789',
  passport_no: '',
  chinese_name: '王小明',
  birthday: '1990-01-31',
  cell_phone: '0912-345678',
  email: null,
} as const;

describe('代為報名', () => {
  test('of a person with an account needs only person and class', () => {
    expect(faultsOf({ kind: 'known' })).toEqual([
      ['accountId', '請選擇學員'],
      ['code', '請選擇課程'],
    ]);
    expect(faultsOf({ kind: 'known', accountId: '7', code: 'TPE-FA1-001' })).toEqual([]);
  });

  test('of a person of another branch needs that the person was confirmed', () => {
    expect(faultsOf({ kind: 'identified', code: 'TPE-FA1-001' })).toEqual([
      ['accountId', '請先確認學員的身分'],
    ]);
    expect(faultsOf({ kind: 'identified', accountId: '7', code: 'TPE-FA1-001' })).toEqual([]);
  });

  test('of a new person needs no e-mail', () => {
    expect(faultsOf({ kind: 'new', ...wang, code: 'TPE-FA1-001' })).toEqual([]);
  });

  test.each([
    ['an identity number', { id_number: 'A123456788' }, 'id_number'],
    ['a phone', { cell_phone: '12' }, 'cell_phone'],
    ['an e-mail', { email: 'wang' }, 'email'],
    ['a name', { chinese_name: '' }, 'chinese_name'],
    ['a birth date', { birthday: '' }, 'birthday'],
  ])('of a new person checks %s', (_, wrong, field) => {
    const faults = faultsOf({ kind: 'new', ...wang, ...wrong, code: 'TPE-FA1-001' });
    expect(faults.map(([path]) => path)).toEqual([field]);
  });
});
