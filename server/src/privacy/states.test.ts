import { expect, test } from 'vitest';
import { ERASURE_STATES, ERASURE_STEPS } from './states.ts';

test('a request for erasure is withdrawn, declined or done, once', () => {
  expect(ERASURE_STEPS).toEqual({
    requested: ['withdrawn', 'declined', 'erased'],
    withdrawn: [],
    declined: [],
    erased: [],
  });
  expect(Object.keys(ERASURE_STEPS)).toEqual(ERASURE_STATES);
});
