import { expect, test } from 'vitest';
import { namedCourses } from './named-courses.ts';

const named = (name: string) => ({ chinese_name: name });
const [first, coach, seniorCoach] = [
  named('初級急救員訓練'),
  named('急救教練訓練'),
  named('高級急救教練訓練'),
];
const courses = [coach, first, seniorCoach];

test.each([
  ['in the order of the text', '<td>初級急救員訓練</td><p>再參加「急救教練訓練」</p>', [first, coach]],
  ['not by a part of a longer name', '<p>高級急救教練訓練</p>', [seniorCoach]],
  ['also beside a longer name', '高級急救教練訓練，或急救教練訓練', [seniorCoach, coach]],
  ['once', '急救教練訓練、急救教練訓練', [coach]],
  ['not by a certificate', '持有效之初級急救員證', []],
])('courses are found %s', (_, text, expected) => {
  expect(namedCourses(text, courses)).toEqual(expected);
});
