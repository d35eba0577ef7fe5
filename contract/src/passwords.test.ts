import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newPassword, passwordFaults } from './passwords.ts';

const person = { id_number: 'A199999999', passport_no: null, birthday: '1990-01-31' };

describe('a password that names its owner', () => {
  test.each([
    ['A199999999', '密碼不得與帳號相同'],
    ['a1999-99999', '密碼不得與帳號相同'],
    ['Ａ１９９９９９９９９', '密碼不得與帳號相同'],
    ...[
      '19900131',
      '1990-01-31',
      '1990/1/31',
      '1990.01.31',
      '1990 01 31',
      '1990 0131',
      '１９９００１３１',
      '31011990',
      '01311990',
      '31-01-1990',
      '1/31/1990',
      '90.01.31',
      '079/01/31',
      '79年1月31日',
      '民國79年1月31日',
      '西元1990年1月31日',
    ].map((password) => [password, '密碼不得與出生日期相同']),
  ])('%s is refused: %s', (password, text) => {
    expect(passwordFaults(password ?? '', person)).toEqual([text]);
  });

  test.each([
    '19900130',
    '1990-01-31x',
    'x19900131',
    'A199999998',
    '20000131',
    '79131',
    '........',
    '1990-13-1',
  ])('%s is not', (password) => {
    expect(passwordFaults(password, person)).toEqual([]);
  });

  test('unknown data of the owner refuse nothing', () => {
    expect(passwordFaults('19900131', { id_number: null, passport_no: null, birthday: null })).toEqual([]);
  });
});

describe('a password that equals other data of its owner', () => {
  const owner = {
    ...person,
    cell_phone: '0912-345678',
    home_phone: '02-20000000',
    company_phone: '0800-000111',
    email: 'yichun.lin77@example.com',
    chinese_name: '歐陽司馬一二三四',
    english_name: 'Lin Yi-Chun',
  };
  test.each([
    ...[
      '0912345678',
      '0912-345678',
      '0912 345 678',
      '+886912345678',
      '00886-912-345-678',
      '０９１２３４５６７８',
    ].map((password) => [password, '密碼不得與電話號碼相同']),
    ['0220000000', '密碼不得與電話號碼相同'],
    ['+886-2-2000-0000', '密碼不得與電話號碼相同'],
    ['0800000111', '密碼不得與電話號碼相同'],
    ['yichun.lin77@example.com', '密碼不得與電子郵件相同'],
    ['YiChun.Lin77@Example.com', '密碼不得與電子郵件相同'],
    ['yichun.lin77', '密碼不得與電子郵件相同'],
    ['YichunLin77', '密碼不得與電子郵件相同'],
    ['歐陽司馬一二三四', '密碼不得與姓名相同'],
    ['歐陽 司馬 一二三四', '密碼不得與姓名相同'],
    ['linyichun', '密碼不得與姓名相同'],
    ['Lin, Yi-Chun', '密碼不得與姓名相同'],
    ['Yi-Chun Lin', '密碼不得與姓名相同'],
  ])('%s is refused: %s', (password, text) => {
    expect(passwordFaults(password ?? '', owner)).toEqual([text]);
  });

  test.each(['0912345679', '0912345678a', 'yichun.lin78', '@example.com', 'lin-yi-chun-dances', '--------'])(
    '%s is not',
    (password) => expect(passwordFaults(password, owner)).toEqual([]),
  );

  test('missing data refuse nothing', () => {
    const unknown = { cell_phone: null, email: null, chinese_name: null, english_name: null };
    expect(passwordFaults('--------', { ...person, ...unknown })).toEqual([]);
  });
});

describe('a password that somebody chooses', () => {
  const schema = newPassword('密碼', '請輸入密碼');

  test.each(['Blue-whale-77', '藍鯨𠮷田藍鯨𠮷田', 'blue\twhale'])('may be %j', (password) => {
    expect(z.parse(schema, password)).toBe(password);
  });

  test.each([
    ['Blue-77', '密碼至少需要 8 個字元'],
    ['𠮷'.repeat(129), '密碼不得超過 128 個字元'],
    ['Blue-whale\0', '密碼格式不正確'],
    ['Blue-whale\ud800', '密碼格式不正確'],
    ['\udc00Blue-whale', '密碼格式不正確'],
  ])('may not be %j: %s', (password, text) => {
    expect(z.safeParse(schema, password).error?.issues.map(({ message }) => message)).toEqual([text]);
  });
});
