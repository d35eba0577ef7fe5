import { expect, it } from 'vitest';
import { Refusal } from '../../platform/errors.ts';
import { refuseWeakPassword } from './weak-password.ts';

const owner = {
  idNumber: 'A199999999',
  passportNo: 'AB1234567',
  birthday: '1990-05-14',
  cellPhone: '0912-731826',
  homePhone: '02-27318264',
  companyPhone: '02-27318265',
  email: 'yichun.lin77@example.com',
  chineseName: '歐陽司馬一二三四',
  englishName: 'Lin Yi-Chun',
};

const faultOf = (password: string) => {
  try {
    refuseWeakPassword('new_password', password, owner);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.details.errors;
    throw error;
  }
};

it.each([
  ['identity number', 'a199999999', '密碼不得與帳號相同'],
  ['passport number', 'ab1234567', '密碼不得與帳號相同'],
  ['birth date', '19900514', '密碼不得與出生日期相同'],
  ['mobile number', '0912731826', '密碼不得與電話號碼相同'],
  ['home number', '0227318264', '密碼不得與電話號碼相同'],
  ['company number', '0227318265', '密碼不得與電話號碼相同'],
  ['mail address', 'yichun.lin77@example.com', '密碼不得與電子郵件相同'],
  ['Chinese name', '歐陽司馬一二三四', '密碼不得與姓名相同'],
  ['English name', 'lin yi chun', '密碼不得與姓名相同'],
  ['common passwords', 'iloveyou', '此密碼過於常見，請改用其他密碼'],
])('refuses the %s', (_, password, text) => {
  expect(faultOf(password)).toEqual({ new_password: [text] });
});

it('lets another password pass', () => {
  expect(faultOf('Kite-2026-wind')).toBeNull();
});
