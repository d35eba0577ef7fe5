import { expect, test } from 'vitest';
import { dayBefore, repeatedCourses } from './repeated-courses.ts';

const record = (train: string, day: string) => ({ train, start_time: `${day}T09:00:00+08:00` });

test('the day stands before the name of a course that several records have', () => {
  const records = [
    record('基本救命術訓練', '2026-12-05'),
    record('初級急救員訓練', '2026-12-06'),
    record('基本救命術訓練', '2026-12-12'),
  ];
  const repeated = repeatedCourses(records);
  expect(records.map((each) => dayBefore(each, repeated))).toEqual(['12/05（六）', '', '12/12（六）']);
});

test('no course is repeated in one record', () => {
  expect([...repeatedCourses([record('基本救命術訓練', '2026-12-05')])]).toEqual([]);
});
