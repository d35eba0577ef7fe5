import { test } from 'vitest';
import { expectMailToSurvive } from './mail-outage.ts';

test('every mail of a committed registration arrives, none of a refused one, though SMTP was away and the server killed', () =>
  expectMailToSurvive({
    people: 120,
    seats: 80,
    downFor: 2_000,
    kills: 1,
    hurry: true,
    arriveWithin: 20_000,
  }));
