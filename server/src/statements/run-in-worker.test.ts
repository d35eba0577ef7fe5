import { Worker } from 'node:worker_threads';
import type { StatementShape } from '@portal/contract/office/statements';
import { beforeAll, expect, test, vi } from 'vitest';
import { plainContext, plainCsv, plainShape } from '../../test/factories/statement.ts';
import { hostileRows, largestSheet, oneForEachFault } from '../../test/hostile-sheets.ts';
import { expectCheaper, type Measured, measured } from '../../test/processor-time.ts';
import { Refusal } from '../platform/errors.ts';
import { readForImport, readForPreview } from './run-in-worker.ts';

const outcomeOf = async (reading: Promise<unknown>): Promise<string> => {
  try {
    await reading;
    return 'read';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

/** The largest ordinary table. */
let ordinary: Measured<unknown>;

beforeAll(async () => {
  const bytes = await largestSheet();
  ordinary = measured(() => readForImport({ bytes, shape: plainShape, ...plainContext }));
  await ordinary.measure();
});

test.each([...hostileRows, ...oneForEachFault])(
  '%s is read or refused for less than twice the work of the largest ordinary table, and the next file is read',
  async (_, make) => {
    const bytes = await make();
    const allowed = /^read$|^statement_(old_excel|web_page|protected|blanks|unreadable|too_many_lines)$/;
    for (const read of [
      () => readForImport({ bytes, shape: plainShape, ...plainContext }),
      () => readForPreview({ bytes, given: undefined, remembered: [], ...plainContext }),
    ]) {
      const reading = measured(() => outcomeOf(read()));
      expect(await reading.measure()).toMatch(allowed);
      await expectCheaper(reading, ordinary, 2);
    }
    const next = await readForImport({ bytes: plainCsv([{ in: 600 }]), shape: plainShape, ...plainContext });
    expect(next.count).toBe(1);
  },
);

test('a file that takes the worker too long is refused, and the next file is read', async () => {
  const bytes = await largestSheet();
  const begin = setTimeout;
  const limit = vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce((end) => begin(end, 0));
  // Microseconds before the job and at the first look at it.
  const spent = vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 31_000_000, system: 0 });
  spent.mockResolvedValueOnce({ user: 0, system: 0 });
  expect(await outcomeOf(readForImport({ bytes, shape: plainShape, ...plainContext }))).toBe(
    'statement_unreadable',
  );
  limit.mockRestore();
  spent.mockRestore();
  const next = await readForImport({ bytes: plainCsv([{ in: 600 }]), shape: plainShape, ...plainContext });
  expect(next.count).toBe(1);
});

test('lines come in slices of the file’s order', async () => {
  const lines = Array.from({ length: 120 }, (_, n) => ({ in: 100 + n }));
  const { slices, count } = await readForImport({
    bytes: plainCsv(lines),
    shape: plainShape,
    ...plainContext,
  });
  expect(count).toBe(120);
  const sizes = slices.map((slice) => (JSON.parse(slice) as unknown[]).length);
  expect(sizes).toEqual([50, 50, 20]);
  const amounts = slices.flatMap((slice) =>
    (JSON.parse(slice) as { amount: number }[]).map(({ amount }) => amount),
  );
  expect(amounts).toEqual(lines.map((line) => line.in));
});

test('an error of the program is no fault of the file', async () => {
  const reading = readForImport({
    bytes: plainCsv([{ in: 600 }]),
    shape: {} as StatementShape,
    ...plainContext,
  });
  await expect(reading).rejects.toThrow(/^readForImport: TypeError/);
});
