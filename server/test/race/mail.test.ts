import { test } from 'vitest';
import { expectMailToSurvive } from './mail-outage.ts';

// test/long/mail.test.ts shows that mails are lost without the guard.
test('every mail of a committed registration arrives, and none of a refused one, despite an SMTP outage and killed servers', () =>
  expectMailToSurvive({
    people: 60,
    seats: 40,
    downFor: 1_000,
    kills: 1,
    hurry: true,
    arriveWithin: 20_000,
  }));
