import '../../test/browser.ts';
import { describe, expect, test } from 'vitest';
import { CallRefused } from './call.ts';
import { serverProblems, showRefusal } from './form-refusal.ts';
import { Offline } from './transport.ts';

const fields = ['email', 'city', 'id_number'] as const;

test('refusals are shown under their field, the first text of each; the rest above the form', () => {
  const errors = { email: ['一', '二'], Other: ['三'], city: [] };
  expect(serverProblems(errors, fields)).toEqual({
    placed: [{ key: 'email', field: 'email', message: '一' }],
    unplaced: ['三'],
  });
});

test('a key of the server may stand under another field', () => {
  expect(serverProblems({ account: ['停用'] }, fields, { account: 'id_number' }).placed).toEqual([
    { key: 'account', field: 'id_number', message: '停用' },
  ]);
});

describe('a refusal is shown', () => {
  const refused = (status: number, body: object) => new CallRefused({ status, text: JSON.stringify(body) });
  const shown = (error: unknown) => {
    const set: Record<string, unknown> = {};
    showRefusal<Record<(typeof fields)[number], string>, (typeof fields)[number]>(
      error,
      fields,
      (name, { type, message }) => {
        set[name] = [type, message];
      },
    );
    return set;
  };

  test.each([
    [
      'of fields under them and above',
      refused(422, { message: '', errors: { city: ['請選擇縣市'], Class: ['甲'], account: ['乙'] } }),
      { city: ['server', '請選擇縣市'], 'root.refused': ['server', '甲\n乙'] },
    ],
    [
      'of no field beside the button, for good',
      refused(413, { message: '上傳的檔案過大' }),
      { 'root.failed': ['lasting', '上傳的檔案過大'] },
    ],
    [
      'for a while beside the button, to send again',
      refused(429, { message: '嘗試次數過多，請於 9 秒後再試', errors: { account: ['嘗試'] } }),
      { 'root.failed': ['passing', '嘗試次數過多，請於 9 秒後再試'] },
    ],
    [
      'of the same form in flight beside the button, to send again',
      refused(409, { code: 'in_flight', message: '這筆資料正在處理中，請稍候再查看結果' }),
      { 'root.failed': ['passing', '這筆資料正在處理中，請稍候再查看結果'] },
    ],
    [
      'of a newer version beside the button, for good',
      refused(409, { code: 'changed_meanwhile', message: '此課程的狀態已變更，請重新整理後再試' }),
      { 'root.failed': ['lasting', '此課程的狀態已變更，請重新整理後再試'] },
    ],
    [
      'without a connection beside the button, to send again',
      new Offline('Network Error'),
      { 'root.failed': ['passing', '無法連線，請檢查網路後再試'] },
    ],
  ])('%s', (_, error, expected) => {
    expect(shown(error)).toEqual(expected);
  });
});

test('a field tells by code why it was refused, also where several refusals were collected', () => {
  const errors = { city: ['甲'], account: ['乙'] };
  const codes = { city: ['invalid'], account: ['id_number_taken'] };
  const types: Record<string, unknown> = {};
  const show = (body: object) =>
    showRefusal<Record<string, string>, 'city' | 'account'>(
      new CallRefused({ status: 422, text: JSON.stringify(body) }),
      ['city', 'account'],
      (name, error) => {
        types[name] = error.types;
      },
    );
  show({ code: 'invalid', message: '', errors, codes });
  expect(types).toEqual({ city: { invalid: '甲' }, account: { id_number_taken: '乙' } });
  show({ code: 'passport_no_taken', message: '', errors: { account: ['乙'] } });
  expect(types.account).toEqual({ passport_no_taken: '乙' });
});
