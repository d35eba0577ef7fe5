import { expect, test } from 'vitest';
import { circularPrerequisite } from './course-rules.ts';

/** 2 requires 1, 3 requires 2. */
const chain = [
  { courseId: 2, requiresId: 1 },
  { courseId: 3, requiresId: 2 },
];

test.each([
  ['the course itself', 1, [1], 1],
  ['a course that requires it', 1, [2], 2],
  ['a course that requires it by another', 1, [4, 3], 3],
  ['a course that it requires already', 3, [1], null],
  ['none', 1, [], null],
  ['one that stands alone', 1, [4], null],
] as const)('%s before course %i', (_, courseId, requires, expected) => {
  expect(circularPrerequisite(courseId, requires, chain)).toBe(expected);
});

test('an existing cycle is followed once', () => {
  const circle = [...chain, { courseId: 1, requiresId: 3 }];
  expect(circularPrerequisite(5, [1], circle)).toBeNull();
});
