import { FOCUS_STEP } from '@portal/contract/office/banners';

/** The nearest step at `distance` pixels of `length`. */
export const percentAt = (distance: number, length: number): number => {
  const percent = Math.round(((distance / length) * 100) / FOCUS_STEP) * FOCUS_STEP;
  return Math.min(100, Math.max(0, percent));
};
