import { expect, test } from 'vitest';
import { shrinkPicture } from './shrink-picture.ts';

test.each([
  ['no picture', null],
  ['a small one', new File([new Uint8Array(1024 * 1024)], 'me.jpg', { type: 'image/jpeg' })],
  ['a large one that cannot be read', new File([new Uint8Array(1024 * 1024 + 1)], 'me.jpg')],
])('%s stays as it is', async (_, file) => {
  expect(await shrinkPicture(file)).toBe(file);
});
