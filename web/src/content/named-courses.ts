import type { Course } from '@portal/contract/lookups';

type Named = Pick<Course, 'chinese_name'>;

/** The courses whose full names occur in a text, in the order in which it names them. */
export const namedCourses = <Known extends Named>(text: string, courses: readonly Known[]): Known[] => {
  let rest = text;
  const found: { course: Known; at: number }[] = [];
  // A name may contain another: the longer one first.
  for (const course of courses.toSorted(
    (one, other) => other.chinese_name.length - one.chinese_name.length,
  )) {
    const { chinese_name: name } = course;
    const at = rest.indexOf(name);
    if (at >= 0) found.push({ course, at });
    rest = rest.replaceAll(name, ' '.repeat(name.length));
  }
  return found.toSorted((one, other) => one.at - other.at).map(({ course }) => course);
};
