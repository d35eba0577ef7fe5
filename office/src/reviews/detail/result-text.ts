import { reviewsText } from '../../text/zh-TW/reviews.ts';

/** 合格, 不合格, or nothing while there is no result. */
export const resultText = (result: number | null): string | null => {
  if (result === null) return null;
  return result === 1 ? reviewsText.results[1] : reviewsText.results[2];
};
