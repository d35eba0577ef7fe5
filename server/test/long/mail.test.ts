import { test } from 'vitest';
import { expectMailToSurvive } from '../race/mail-outage.ts';

test('every mail arrives after an SMTP outage of a minute under load and five kills of the server', () =>
  expectMailToSurvive({
    people: 2000,
    seats: 1600,
    downFor: 60_000,
    kills: 5,
    hurry: false,
    // The longest wait after a minute of failures, or a lease of a killed server, and some room for a busy machine.
    arriveWithin: 240_000,
  }));
