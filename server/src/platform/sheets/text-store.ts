/* Pure. Holds many texts outside of the heap of JavaScript, as one run of bytes. */

interface TextStore {
  readonly add: (text: string) => void;
  /** By the order of adding, from 0; empty if there is none. */
  readonly at: (index: number) => string;
}

const FIRST_PLACES = 1024;

/** What does not fit into `size` bytes is cut off. */
export const createTextStore = (size: number): TextStore => {
  const bytes = Buffer.allocUnsafeSlow(size);
  let ends = new Uint32Array(FIRST_PLACES);
  let count = 0;
  const endOf = (index: number): number => (index < 0 ? 0 : (ends[index] ?? 0));
  return {
    add: (text) => {
      if (count === ends.length) {
        const longer = new Uint32Array(2 * count);
        longer.set(ends);
        ends = longer;
      }
      const start = endOf(count - 1);
      ends[count] = start + bytes.write(text, start);
      count += 1;
    },
    at: (index) =>
      index >= 0 && index < count ? bytes.toString('utf8', endOf(index - 1), endOf(index)) : '',
  };
};
