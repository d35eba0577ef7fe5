import { describe, expect, test } from 'vitest';
import { firstCrop, frameOf, moved, PORTRAIT_RATIO, zoomed } from './portrait-frame.ts';

const wide = { width: 4000, height: 3000 };
const tall = { width: 1000, height: 3000 };

describe('the part of a picture that is kept', () => {
  test.each([
    ['wide', wide],
    ['tall', tall],
  ])('has the ratio of a certificate: %s', (_, size) => {
    const { width, height } = frameOf(size, firstCrop);
    expect(width / height).toBeCloseTo(PORTRAIT_RATIO);
    expect(width === size.width || height === size.height).toBe(true);
  });

  test('is the middle of a wide picture and the upper part of a tall one', () => {
    const { left, width } = frameOf(wide, firstCrop);
    expect(left + width / 2).toBeCloseTo(2000);
    expect(frameOf(tall, firstCrop).top).toBeCloseTo(1200 - frameOf(tall, firstCrop).height / 2);
  });

  test.each([
    [-9, -9],
    [9, 9],
  ])('never leaves the picture: %d, %d', (right, down) => {
    const { left, top, width, height } = frameOf(wide, moved(wide, zoomed(firstCrop, 2), right, down));
    expect([left, top]).toEqual(right < 0 ? [0, 0] : [wide.width - width, wide.height - height]);
  });

  test('moves from the edge at once after being pushed beyond it', () => {
    const pushed = moved(wide, firstCrop, -9, 0);
    expect(frameOf(wide, moved(wide, pushed, 0.1, 0)).left).toBeCloseTo(0.1 * frameOf(wide, pushed).width);
  });

  test('zooms at most four times, and at least to the whole picture', () => {
    expect([zoomed(firstCrop, 9).zoom, zoomed(firstCrop, 0).zoom]).toEqual([4, 1]);
  });
});
