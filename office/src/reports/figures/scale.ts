const STEP_DIGITS = [1, 2, 5] as const;
/** Lines of the grid above the ground. */
const GRID_LINES = 4;

/** The values of the grid's lines from 0 to the first that is not below `most`, at distances of 1, 2 or 5 times a power of ten. */
export const ticksTo = (most: number): number[] => {
  const least = Math.max(most, 1) / GRID_LINES;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, (STEP_DIGITS.find((each) => each * power >= least) ?? 10) * power);
  const count = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: count + 1 }, (_, line) => line * step);
};

/** The positions whose labels are shown: at most `room` of them, at equal distances, the last among them. */
export const labelled = (count: number, room: number): number[] => {
  const distance = Math.ceil(count / room);
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % distance === 0);
};
