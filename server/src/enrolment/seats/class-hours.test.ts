import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildClass, buildClassSession } from '../../../test/factories/catalogue.ts';
import { classes } from '../../classes/tables.ts';
import { haveOverlappingHours } from './class-hours.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const at = (time: string) => new Date(`${time}:00+08:00`);

/** Sessions as [date, from, to], or the start and end of a class without sessions. */
const buildTimetable = async (hours: readonly (readonly string[])[] | readonly [string, string | null]) => {
  const [first, second] = hours;
  if (typeof first === 'string') {
    const endTime = typeof second === 'string' ? at(second) : null;
    return buildClass(portal.db, { startTime: at(first), endTime });
  }
  const trainingClass = await buildClass(portal.db, { startTime: at(`${first?.[0]}T${first?.[1]}`) });
  for (const [date = '', fromTime = '', toTime = ''] of hours as readonly (readonly string[])[])
    await buildClassSession(portal.db, { classId: trainingClass.id, date, fromTime, toTime });
  return trainingClass;
};

test.each([
  [
    'a later day in common',
    [
      ['2026-12-10', '09:00', '12:00'],
      ['2026-12-12', '09:00', '12:00'],
    ],
    [
      ['2026-12-11', '09:00', '12:00'],
      ['2026-12-12', '11:59', '17:00'],
    ],
    true,
  ],
  ['other hours of one day', [['2026-12-10', '09:00', '12:00']], [['2026-12-10', '12:00', '17:00']], false],
  [
    'the same hours of other days',
    [['2026-12-10', '09:00', '12:00']],
    [['2026-12-11', '09:00', '12:00']],
    false,
  ],
  [
    'a class without sessions that lasts over several days',
    [['2026-12-11', '09:00', '12:00']],
    ['2026-12-10T09:00', '2026-12-12T17:00'],
    true,
  ],
  [
    'a class without sessions that ends before',
    [['2026-12-10', '13:00', '17:00']],
    ['2026-12-10T09:00', '2026-12-10T12:00'],
    false,
  ],
  [
    'a class without sessions and without end, on its day',
    [['2026-12-10', '18:00', '21:00']],
    ['2026-12-10T09:00', null],
    true,
  ],
  [
    'a class without sessions and without end, on the next day',
    [['2026-12-11', '00:00', '01:00']],
    ['2026-12-10T09:00', null],
    false,
  ],
  [
    'two classes without sessions and without end',
    ['2026-12-10T09:00', null],
    ['2026-12-10T14:00', null],
    true,
  ],
] as const)('two classes overlap only at common hours: %s', async (_, hours, others, overlap) => {
  const [one, other] = [await buildTimetable(hours), await buildTimetable(others)];
  const { rows } = await portal.db.execute(sql`
    select ${haveOverlappingHours('c', 'oc')} as overlap from ${classes} c, ${classes} oc
    where c.id = ${one.id} and oc.id = ${other.id}`);
  expect(rows).toEqual([{ overlap }]);
});
