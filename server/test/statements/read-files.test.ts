import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sheetRows } from '../../src/platform/sheets/sheet-rows.ts';
import { guessShape } from '../../src/statements/reading/guess-shape.ts';
import { type ReadStatement, readLines } from '../../src/statements/reading/read-lines.ts';
import { readForPreview } from '../../src/statements/reading/read-statement.ts';

/* Files in the shapes of exports of Taiwanese banks. Each shows one difficulty, which its name says. */

const TODAY = '2026-11-28';
const context = { today: TODAY, ownAccount: '' };
const limits = { maxRows: 20_000, maxColumns: 40 };

const bytesOf = (file: string): Buffer => readFileSync(path.join(import.meta.dirname, 'files', file));

const read = async (file: string): Promise<ReadStatement> => {
  const answer = await sheetRows(bytesOf(file), limits);
  if ('fault' in answer) throw new Error(answer.fault);
  return readLines(answer.sheet, guessShape(answer.sheet, context), context);
};

interface Expected {
  /** Day, amount, digits (`-`: not known), other possible digits, why it is set aside. */
  readonly lines: readonly string[];
  readonly faults?: readonly string[];
  /** Rows below the head. */
  readonly skipped?: readonly string[];
  readonly balance?: 'holds' | 'broken';
}

const lineText = ({ day, amount, digits, maybeDigits, aside }: ReadStatement['lines'][number]): string =>
  [day, amount > 0 ? `+${amount}` : `${amount}`, digits ?? '-', maybeDigits.join('|'), aside ?? '']
    .join(' ')
    .trimEnd();

test.each<[string, Expected]>([
  [
    'direction-codes-0-1.csv',
    {
      lines: ['2026-11-27 +1500 12345', '2026-11-27 -8000 54321  withdrawal', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
  [
    'direction-codes-other-dates.csv',
    {
      lines: ['2026-11-27 +1500 12345', '2026-11-27 -8000 54321  withdrawal', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
  [
    'account-in-note.csv',
    {
      lines: [
        '2026-11-26 +1500 62728',
        '2026-11-26 -1000 00000  withdrawal',
        '2026-11-27 +600 50150',
        '2026-11-27 -278 -  withdrawal',
      ],
      balance: 'holds',
    },
  ],
  [
    'order-number-in-note.csv',
    {
      lines: [
        '2026-11-26 +1500 - 09897',
        '2026-11-26 +600 92600',
        '2026-11-27 -11500 21601  withdrawal',
        '2026-11-27 +562 -',
      ],
      balance: 'holds',
    },
  ],
  [
    'hidden-account.csv',
    {
      lines: ['2026-11-26 +1500 - 2345?', '2026-11-27 +600 - 67890', '2026-11-27 -8000 - 54321 withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'kind-of-deposit.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 -  withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'direction-plus-minus.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 -  withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'footer-count.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 -  withdrawal'],
      skipped: ['4 total'],
      balance: 'holds',
    },
  ],
  [
    'footer-note.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 -  withdrawal'],
      skipped: ['4 blank', '5 remark'],
      balance: 'holds',
    },
  ],
  [
    'footer-total.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 -  withdrawal'],
      skipped: ['4 total'],
      balance: 'holds',
    },
  ],
  [
    'date-once.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +600 67890', '2026-11-27 +900 11111'],
      balance: 'holds',
    },
  ],
  [
    'ends-crlf-then-lf.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
    },
  ],
  [
    'ends-lf-then-crlf.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
    },
  ],
  [
    'ends-cr.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'ends-head-crlf-lines-lf.csv',
    {
      lines: [
        '2026-11-26 +1000 12340',
        '2026-11-26 +1001 12341',
        '2026-11-26 +1002 12342',
        '2026-11-26 +1003 12343',
        '2026-11-26 +1004 12344',
        '2026-11-26 +1005 12345',
        '2026-11-26 +1006 12346',
        '2026-11-26 +1007 12347',
        '2026-11-26 +1008 12348',
        '2026-11-26 +1009 12349',
        '2026-11-26 +1010 12350',
        '2026-11-26 +1011 12351',
        '2026-11-26 +1012 12352',
        '2026-11-26 +1013 12353',
        '2026-11-26 +1014 12354',
        '2026-11-26 +1015 12355',
        '2026-11-26 +1016 12356',
        '2026-11-26 +1017 12357',
        '2026-11-26 +1018 12358',
        '2026-11-26 +1019 12359',
      ],
    },
  ],
  [
    'line-end-in-quotes.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'blanks-before-quotes.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 -  withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'quoted-formulas.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'utf16-le.txt',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'utf16-be.txt',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'utf16-le-unmarked.txt',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'utf8-cut.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      faults: ['2 private_use'],
      balance: 'holds',
    },
  ],
  [
    'big5-cut-comma.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
      faults: ['2 private_use'],
    },
  ],
  [
    'big5-cut-tab.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
      faults: ['2 private_use'],
    },
  ],
  [
    'big5-cut-pipe.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
      faults: ['2 private_use'],
    },
  ],
  [
    'big5-cut-end.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      faults: ['2 private_use'],
    },
  ],
  [
    'private-characters.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +600 12346', '2026-11-26 +700 12347'],
      faults: ['2 private_use', '4 private_use'],
    },
  ],
  [
    'day-14-digits.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'day-13-digits.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'day-minguo-four-digits.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'day-with-blanks.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'day-first-long-year.csv',
    {
      lines: ['2026-11-05 +1500 12345'],
    },
  ],
  [
    'day-first-short-year.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-05-11 +900 12399'],
    },
  ],
  [
    'day-without-year.csv',
    {
      lines: [],
      faults: ['2 date'],
    },
  ],
  [
    'day-with-weekday.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +600 1'],
    },
  ],
  [
    'day-iso.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +600 12346'],
    },
  ],
  [
    'day-in-future.csv',
    {
      lines: [],
      faults: ['2 late'],
    },
  ],
  [
    'amounts.csv',
    {
      lines: [
        '2026-11-26 +1500 12345',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 +1500 12345',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 -1500 12345  withdrawal',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 0 12345  zero',
        '2026-11-26 0 12345  zero',
        '2026-11-26 0 12345  zero',
      ],
      faults: ['13 cents', '14 hundredths', '16 amount', '18 amount', '22 amount', '31 amount'],
    },
  ],
  [
    'accounts.csv',
    {
      lines: [
        '2026-11-26 +1000 12345',
        '2026-11-26 +1001 - 12345',
        '2026-11-26 +1002 -',
        '2026-11-26 +1003 - 2345?',
        '2026-11-26 +1004 - ??345',
        '2026-11-26 +1005 12345',
        '2026-11-26 +1006 - 12345',
        '2026-11-26 +1007 12345',
        '2026-11-26 +1008 12345',
        '2026-11-26 +1009 -',
        '2026-11-26 +1010 -',
        '2026-11-26 +1011 - 12345',
        '2026-11-26 +1012 12345',
        '2026-11-26 +1013 -',
        '2026-11-26 +1014 -',
        '2026-11-26 +1015 - 12345',
        '2026-11-26 +1016 - 12345',
        '2026-11-26 +1017 - 16625',
        '2026-11-26 +1018 01234',
        '2026-11-26 +1019 - 12345',
        '2026-11-26 +1020 - 12345',
        '2026-11-26 +1021 - 12345',
        '2026-11-26 +1022 10128',
        '2026-11-26 +1023 - 12345',
        '2026-11-26 +1024 - 345??',
        '2026-11-26 +1025 12345',
        '2026-11-26 +1026 - 12345',
        '2026-11-26 +1027 - 01234',
        '2026-11-26 +1028 - 1234',
      ],
    },
  ],
  [
    'own-account.csv',
    {
      lines: ['2026-11-26 +1500 - 12345', '2026-11-27 +600 - 67890'],
      balance: 'holds',
    },
  ],
  [
    'balance-of-deposits.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 -8000 54321  withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'transfer-banks.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'currencies.csv',
    {
      lines: ['2026-11-26 +1500 12346'],
      skipped: ['2 currency'],
      balance: 'holds',
    },
  ],
  [
    'book-day.csv',
    {
      lines: ['2026-11-30 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'long-account.xlsx',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +600 -', '2026-11-26 +900 -', '2026-11-26 +900 -'],
      balance: 'holds',
    },
  ],
  [
    'date-formats.xlsx',
    {
      lines: [
        '2026-11-26 +1 12345',
        '2026-11-26 +2 12345',
        '2026-11-26 +3 12345',
        '2026-11-26 +4 12345',
        '2026-11-26 +5 12345',
        '2026-11-26 +6 12345',
        '2026-11-26 +7 12345',
        '2026-11-26 +8 12345',
      ],
      balance: 'broken',
    },
  ],
  [
    'epoch-1904.xlsx',
    {
      lines: ['2026-11-26 +1500 12345 1904'],
      balance: 'holds',
    },
  ],
  [
    'floats.xlsx',
    {
      lines: [
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 +1500 12345',
        '2026-11-26 -1500 12345  reversal',
      ],
      faults: ['6 amount'],
      balance: 'broken',
    },
  ],
  [
    'cover-sheet.xlsx',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'hidden-sheet.xlsx',
    {
      lines: ['2026-11-26 +1500 12345'],
      balance: 'holds',
    },
  ],
  [
    'zero-format.xlsx',
    {
      lines: ['2026-11-26 +1500 01234'],
    },
  ],
  [
    'direction-words.csv',
    {
      lines: [
        '2026-11-27 +5000 99999',
        '2026-11-27 -600 00042  withdrawal',
        '2026-11-27 -1500 74977  withdrawal',
      ],
      balance: 'holds',
    },
  ],
  [
    'digits-in-notes.csv',
    {
      lines: [
        '2026-11-27 +1500 79336',
        '2026-11-27 +1500 - 26850',
        '2026-11-27 +600 21878',
        '2026-11-27 +1200 -',
        '2026-11-27 +4500 -',
        '2026-11-27 +800 97722',
        '2026-11-27 +3600 - 29089',
      ],
    },
  ],
  [
    'masks.csv',
    {
      lines: [
        '2026-11-27 +5200 - ??954',
        '2026-11-27 +6000 - ?2081',
        '2026-11-27 +6500 - 829??',
        '2026-11-27 +800 -',
      ],
    },
  ],
  [
    'columns.csv',
    {
      lines: ['2026-11-25 +100 11111', '2026-11-25 -50 22222  withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'columns-exchanged.csv',
    {
      lines: ['2026-11-27 +600 00042', '2026-11-27 +1500 79336', '2026-11-27 -800 97722  withdrawal'],
      balance: 'holds',
    },
  ],
  [
    'noon.csv',
    {
      lines: ['2026-11-26 +600 00042', '2026-11-27 +1500 79336', '2026-11-27 +1200 09573'],
      balance: 'holds',
    },
  ],
  [
    'next-day.csv',
    {
      lines: ['2026-11-26 +600 00042', '2026-11-27 +1500 79336', '2026-11-27 +1200 09573'],
      balance: 'holds',
    },
  ],
  [
    'other-export.csv',
    {
      lines: ['2026-11-26 +600 00042', '2026-11-27 +1500 79336', '2026-11-27 +1200 09573'],
      balance: 'holds',
    },
  ],
  [
    'unquoted-thousands.csv',
    {
      lines: [],
      faults: ['2 extra_cells', '3 extra_cells', '4 extra_cells'],
    },
  ],
  [
    'equal-once.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
    },
  ],
  [
    'equal-twice.csv',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +1500 12345'],
    },
  ],
  [
    'opening-balance.csv',
    {
      lines: ['2026-11-26 +1500 12345'],
      skipped: ['2 balance', '3 balance'],
      balance: 'holds',
    },
  ],
  [
    'reversals.csv',
    {
      lines: [
        '2026-11-26 +1500 12345  reversed',
        '2026-11-26 -1500 12345  reversal',
        '2026-11-27 +600 67890  reversed',
        '2026-11-27 -600 67890  reversal',
        '2026-11-27 +900 11111  reversed',
        '2026-11-27 -900 11111  reversal',
        '2026-11-27 -700 -  reversal',
      ],
      balance: 'holds',
    },
  ],
  [
    'semicolons-in-tabs.txt',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-26 +1500 12345'],
    },
  ],
  [
    'open-quote.csv',
    {
      lines: ['2026-11-27 +600 67890', '2026-11-27 +700 67891'],
      faults: ['2 quote'],
    },
  ],
  [
    'quotes-in-quotes.csv',
    {
      lines: ['2026-11-27 +600 67890'],
      faults: ['2 quote'],
    },
  ],
  [
    'names.csv',
    {
      lines: [
        '2026-11-27 +600 -',
        '2026-11-27 +1500 -',
        '2026-11-27 +1200 -',
        '2026-11-27 +4500 -',
        '2026-11-27 +6500 -',
        '2026-11-27 +800 -',
        '2026-11-27 +5200 -',
        '2026-11-27 +3600 -',
        '2026-11-27 +5500 -',
        '2026-11-27 +4800 -',
        '2026-11-27 +6000 -',
      ],
    },
  ],
  [
    'two-payers.csv',
    {
      lines: ['2026-11-27 +600 24875', '2026-11-27 +1500 79336'],
    },
  ],
  [
    'prefixed-tags.xlsx',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
  [
    'no-references.xlsx',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
  [
    'iso-date-cells.xlsx',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
  [
    'rich-text.xlsx',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
  [
    'absolute-target.xlsx',
    {
      lines: ['2026-11-26 +1500 12345', '2026-11-27 +600 67890'],
      balance: 'holds',
    },
  ],
])('%s is read right', async (file, { lines, faults = [], skipped = [], balance = 'none' }) => {
  const found = await read(file);
  expect({
    lines: found.lines.map(lineText),
    faults: found.faults.map(({ row, fault }) => `${row} ${fault}`),
    skipped: found.skipped
      .filter(({ reason }) => reason !== 'head')
      .map(({ row, reason }) => `${row} ${reason}`),
    balance: found.balance.state,
    totals: found.totals,
  }).toEqual({ lines, faults, skipped, balance, totals: [] });
});

test.each([
  ['blanks-for-columns.txt', 'blanks'],
  ['web-meta.xls', 'web_page'],
  ['web-style.xls', 'web_page'],
  ['web-html.xls', 'web_page'],
  ['web-archive.xls', 'web_page'],
  ['web-comment.xls', 'web_page'],
  ['xml-2003.xls', 'old_excel'],
  ['password.xlsx', 'protected'],
])('%s is refused as %s', async (file, fault) => {
  const read = await readForPreview({ bytes: bytesOf(file), given: undefined, remembered: [], ...context });
  expect(read).toEqual({ fault });
});

describe('a workbook', () => {
  test.each(['cover-sheet.xlsx', 'hidden-sheet.xlsx'])(
    '%s offers its sheets, and the one with the table is read',
    async (file) => {
      const answer = await sheetRows(bytesOf(file), limits);
      if ('fault' in answer) throw new Error(answer.fault);
      expect(answer.sheet.sheet).toBe('s2');
      expect(answer.sheet.sheets).toEqual(file.startsWith('cover') ? ['s1', 's2'] : ['s2']);
    },
  );

  test('is read at the sheet that is chosen', async () => {
    const answer = await sheetRows(bytesOf('cover-sheet.xlsx'), { ...limits, sheet: 's1' });
    expect('sheet' in answer && answer.sheet.rows[0]).toEqual(['查詢條件']);
  });
});

test('a score file whose line ends differ has all its rows', async () => {
  const answer = await sheetRows(bytesOf('scores-mixed-ends.csv'), limits);
  expect('sheet' in answer && answer.sheet.rows.map((row) => row[2])).toEqual([
    ...['姓名', '劉彥廷', '彭金龍', '楊鴻文', '洪筱涵', '羅麗華'],
  ]);
});

test('what is hidden, cut or unreadable is shown as such, and its neighbours are kept', async () => {
  const { lines } = await read('big5-cut-end.csv');
  expect(lines.map(({ name }) => name)).toEqual(['全國職業安\ufffd', '王小明']);
  for (const file of ['big5-cut-comma.csv', 'big5-cut-tab.csv', 'big5-cut-pipe.csv'])
    expect((await read(file)).lines).toMatchObject([{ name: '全國職業安\ufffd', digits: '12345' }]);
});
