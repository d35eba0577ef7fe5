import type { OfficeSession } from '@portal/contract/office/staff';
import { describe, expect, test } from 'vitest';
import { type Session, sessionAfter } from './session.ts';

const session = (stage: OfficeSession['stage']): OfficeSession => ({
  stage,
  factors: { totp: true, passkeys: 0, recoveryCodes: 10 },
  secondFactorOptional: false,
  name: '周小姐',
  email: 'officer@example.org.tw',
  roles: [],
  can: [],
});

const signedIn = session('in');
const ended: Session = { ...signedIn, hasEnded: true };

describe('the session after another look at it', () => {
  test.each([
    ['of a visitor who signs in', null, signedIn, signedIn],
    ['that is looked at for the first time', undefined, null, null],
    ['whose second factor is due ends', session('secondFactor'), null, null],
    ['whose second factor is proved', session('secondFactor'), signedIn, signedIn],
    ['that ends keeps the page', signedIn, null, ended],
    ['that waits for the second factor again keeps the page', signedIn, session('secondFactor'), ended],
    ['that has ended stays so', ended, null, ended],
    ['that has ended goes on after signing in', ended, signedIn, signedIn],
  ])('%s', (_, former, present, expected) => {
    expect(sessionAfter(former, present)).toEqual(expected);
  });
});
