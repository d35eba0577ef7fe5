import { expect, test } from 'vitest';
import { cameraFault } from './camera-fault.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['SecurityError', 'other'],
])('%s of a camera is %s', (name, fault) => {
  expect(cameraFault(new DOMException('', name), true)).toBe(fault);
});

test('without https the address is at fault, whatever the browser says', () => {
  expect(cameraFault(new TypeError('undefined is not an object'), false)).toBe('insecure');
});

test('a browser without cameras has another fault', () => {
  expect(cameraFault(new TypeError('undefined is not an object'), true)).toBe('other');
});
