import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetRows } from '../../src/platform/sheets/sheet-rows.ts';
import { guessShape } from '../../src/statements/reading/guess-shape.ts';
import { readLines } from '../../src/statements/reading/read-lines.ts';
import { readForImport } from '../../src/statements/reading/read-statement.ts';

/* Properties of reading, for any statement with a head and balances. */

const context = { today: '2026-12-31', ownAccount: '' };
const HEAD = ['交易日期', '摘要', '支出金額', '存入金額', '餘額', '對方帳號', '戶名', '備註'];

const transaction = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  amount: fc.integer({ min: 1, max: 90_000 }),
  isOut: fc.boolean(),
  account: fc.constantFrom('', '0081234567812345', '8220000000067890', '12345'),
  name: fc.constantFrom('', '王小明', '全國職業安全衛生協會'),
  memo: fc.constantFrom('', '報名費', 'TPE-FA1-001 12345'),
});

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** The rows below the head, by day. */
const body = fc.array(transaction, { minLength: 2, maxLength: 12 }).map((all) => {
  let balance = 500_000;
  return all
    .toSorted((a, b) => a.day - b.day)
    .map(({ day, amount, isOut, account, name, memo }) => {
      balance += isOut ? -amount : amount;
      const money = amount.toLocaleString('en-US');
      return [
        ...[`115/11/${twoDigits(day)}`, isOut ? '轉帳' : '跨行轉入', isOut ? money : '', isOut ? '' : money],
        ...[balance.toLocaleString('en-US'), account, name, memo],
      ];
    });
});

const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell);
const textOf = (rows: readonly string[][]) => rows.map((row) => row.map(quoted).join(','));

const read = async (text: string) => {
  const answer = await sheetRows(Buffer.from(text), { maxRows: 100, maxColumns: 40 });
  if ('fault' in answer) throw new Error(answer.fault);
  const shape = guessShape(answer.sheet, context);
  return { shape, ...readLines(answer.sheet, shape, context) };
};

test('any order of the columns gives the same lines', async () => {
  const order = fc.shuffledSubarray([...HEAD.keys()], { minLength: HEAD.length });
  await fc.assert(
    fc.asyncProperty(body, order, async (rows, columns) => {
      const all = [HEAD, ...rows];
      const moved = all.map((row) => columns.map((column) => row[column] ?? ''));
      const [plain, other] = [await read(textOf(all).join('\n')), await read(textOf(moved).join('\n'))];
      expect(plain.lines.length).toBe(rows.length);
      expect(other.lines).toEqual(plain.lines);
      expect([plain.balance, other.balance]).toEqual([{ state: 'holds' }, { state: 'holds' }]);
    }),
  );
});

test('any mix of line ends, and either order of days, gives the same lines', async () => {
  const ends = fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 13, maxLength: 13 });
  await fc.assert(
    fc.asyncProperty(body, ends, fc.boolean(), async (rows, chosen, isNewestFirst) => {
      const order = isNewestFirst ? rows.toReversed() : rows;
      const texts = textOf([HEAD, ...order]);
      const mixed = texts.map((line, at) => `${line}${chosen[at] ?? '\n'}`).join('');
      const found = await read(mixed);
      expect(found.lines).toEqual((await read(texts.join('\n'))).lines);
      expect([found.lines.length, found.faults, found.balance]).toEqual([
        rows.length,
        [],
        { state: 'holds' },
      ]);
    }),
  );
});

const column = fc.option(fc.constantFrom(...HEAD.keys()), { nil: null });

test('a reading of other amounts than the balances say is never importable in silence', async () => {
  const wrong = fc.record({ credit: column, debit: column, amount: column });
  const signs = fc.constantFrom('plain' as const, 'inverted' as const, 'balance' as const);
  await fc.assert(
    fc.asyncProperty(body, wrong, signs, fc.boolean(), async (rows, columns, sign, hundredths) => {
      const text = textOf([HEAD, ...rows]).join('\n');
      const { shape, lines } = await read(text);
      const given = { ...shape, sign, hundredths, columns: { ...shape.columns, ...columns, name: null } };
      const found = await readForImport({ bytes: Buffer.from(text), shape: given, ...context });
      if ('fault' in found) throw new Error(found.fault);
      if (found.faulty > 0 || found.problems.length > 0 || found.count === 0) return;
      const amounts = found.slices.flatMap((slice) => JSON.parse(slice) as { row: number; amount: number }[]);
      // Nothing is known before the first balance.
      const [first, ...others] = amounts.map(({ row, amount }) => [row, amount]);
      const right = lines
        .filter(({ row }) => row > (first?.[0] ?? 0))
        .map(({ row, amount }) => [row, amount]);
      expect(others).toEqual(right);
    }),
    { numRuns: 300 },
  );
});
