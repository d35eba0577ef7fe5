import { reviewsText } from '../../text/zh-TW/reviews.ts';

export const resultText = (result: number | null): string | null => {
  if (result === null) return null;
  return result === 1 ? reviewsText.results[1] : reviewsText.results[2];
};
