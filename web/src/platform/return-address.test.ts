import '../../../kit/test/browser.ts';
import { expect, test } from 'vitest';
import { classOfEnrolment } from './return-address.ts';

test.each([
  ['/Class/Personal/TPE-FA1-001', 'TPE-FA1-001'],
  ['/Class/Group/TPE-FA1-001?group=LANHAI', 'TPE-FA1-001'],
  ['/Class/Personal/TPE-FA1-001/finish', null],
  ['/Class/Documents/TPE-FA1-001', null],
  ['/Auth/PayRecord', null],
])('%s is the enrolment in %s', (address, code) => {
  expect(classOfEnrolment(address)).toBe(code);
});
