import { expect, test } from 'vitest';
import { changesOf, isChanged } from './changes.ts';

test('the changes of a form are the texts that differ from the start, including emptied ones', () => {
  const begun = { school: '範例國中', email: 'old@example.com', sex: undefined, file: null };
  expect(changesOf({ ...begun }, begun)).toEqual({});
  expect(isChanged({ ...begun }, begun)).toBe(false);
  const values = { ...begun, school: '', sex: '1', file: new Blob() };
  expect(changesOf(values, begun)).toEqual({ school: '', sex: '1' });
  expect(isChanged(values, begun)).toBe(true);
});
