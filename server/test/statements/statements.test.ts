import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetRows } from '../../src/platform/sheets/sheet-rows.ts';
import { type MatchedLine, type MatchedReport, matchLines } from '../../src/statements/matching/match.ts';
import { guessShape } from '../../src/statements/reading/guess-shape.ts';
import { readLines } from '../../src/statements/reading/read-lines.ts';
import type { Expected } from './make.ts';

/* Files in the shapes of five banks, with the matches that a cashier expects beside each. */

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((file) => /\.(csv|xlsx)$/.test(file));

const expectedOf = (file: string): Expected =>
  JSON.parse(readFileSync(path.join(folder, file.replace(/\.\w+$/, '.json')), 'utf8'));

const context = { today: '2027-01-31', ownAccount: '' };

const readFile = async (file: string) => {
  const answer = await sheetRows(readFileSync(path.join(folder, file)), { maxRows: 1000, maxColumns: 40 });
  if ('fault' in answer) throw new Error(answer.fault);
  return readLines(answer.sheet, guessShape(answer.sheet, context), context);
};

const openLines = async (file: string): Promise<MatchedLine[]> => {
  const { lines, faults, balance } = await readFile(file);
  expect(balance).toEqual({ state: 'holds' });
  expect(faults.filter(({ fault }) => fault !== 'private_use')).toEqual([]);
  return lines
    .filter(({ aside }) => aside === null)
    .map(({ row, maybeDigits, ...line }) => ({
      ...line,
      ...{ id: row, maybeDigits: maybeDigits.join(' ') || null, isProven: true },
    }));
};

const sorted = <T>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('there are forty files with every difficulty in them', () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
  const seen = new Set(files.flatMap((file) => expectedOf(file).cases));
  expect(seen.size).toBe(17);
});

test.each(files)('%s falls into the expected matches after its shape is guessed', async (file) => {
  const expected = expectedOf(file);
  const matches = matchLines(await openLines(file), expected.reports);
  expect({
    certain: sorted(matches.certain.map(({ lineId, reportId }) => [lineId, reportId])),
    possible: sorted(matches.possible.map(({ lineId, candidates }) => [lineId, candidates[0]?.reportIds])),
    lines: sorted(matches.lines),
    reports: sorted(matches.reports),
  }).toEqual({
    certain: sorted(expected.certain),
    possible: sorted(expected.possible),
    lines: sorted(expected.lines),
    reports: sorted(expected.openReports),
  });
});

/* Properties that hold for any lines and reports. They are drawn from few values, so that many match. */

const day = fc.integer({ min: 1, max: 20 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`);
const digits = fc.constantFrom('12345', '21345', '00042', '01234', '99999');
const name = fc.constantFrom('王小明', '王大明', '陳美', '林怡君');
const amount = fc.constantFrom(600, 1200, 1500, 1800, 585);

const lines = fc
  .array(
    fc.record({
      day,
      amount,
      digits: fc.option(fc.oneof(digits, fc.constantFrom('42', '1234'))),
      name: fc.option(name),
      memo: fc.option(fc.constantFrom('跨行轉入', 'TPE-FA1-001', '現金 王小明')),
      maybeDigits: fc.option(fc.constantFrom('12345', '??345', '99999 01234')),
      isProven: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((all): MatchedLine[] => all.map((line, at) => ({ ...line, id: at + 1 })));

const reports = fc
  .array(
    fc.record({ day, digits, money: amount, due: amount, name, payer: fc.constantFrom('a', 'b', 'c') }),
    {
      maxLength: 12,
    },
  )
  .map((all): MatchedReport[] =>
    all.map((report, at) => ({ ...report, id: at + 1, people: [report.name], classCode: 'TPE-FA1-001' })),
  );

const unique = (ids: readonly number[]) => new Set(ids).size === ids.length;

test('no line and no report is certain twice, and each line is in one list', () => {
  fc.assert(
    fc.property(lines, reports, (given, waiting) => {
      const matches = matchLines(given, waiting);
      const inLists = [
        ...matches.certain.map(({ lineId }) => lineId),
        ...matches.possible.map(({ lineId }) => lineId),
        ...matches.lines,
      ];
      expect(inLists.toSorted((a, b) => a - b)).toEqual(given.map(({ id }) => id));
      const certain = matches.certain.map(({ reportId }) => reportId);
      expect(unique(certain)).toBe(true);
      for (const { lineId, candidates } of matches.possible) {
        for (const { reportIds, alsoLineIds } of candidates) {
          expect(unique(reportIds) && unique([lineId, ...alsoLineIds])).toBe(true);
          expect(reportIds.some((id) => certain.includes(id))).toBe(false);
        }
      }
      const named = matches.possible.flatMap(({ candidates }) =>
        candidates.flatMap(({ reportIds }) => reportIds),
      );
      expect(new Set([...certain, ...named, ...matches.reports])).toEqual(
        new Set(waiting.map(({ id }) => id)),
      );
    }),
  );
});

test('a certain pair agrees in amount and digits; a possible pair claims an equal sum only if it is', () => {
  fc.assert(
    fc.property(lines, reports, (given, waiting) => {
      const line = (id: number) => given.find((each) => each.id === id);
      const report = (id: number) => waiting.find((each) => each.id === id);
      const { certain, possible } = matchLines(given, waiting);
      for (const { lineId, reportId } of certain) {
        expect([line(lineId)?.amount, line(lineId)?.digits]).toEqual([
          report(reportId)?.due,
          report(reportId)?.digits,
        ]);
      }
      for (const { lineId, candidates } of possible) {
        for (const { reportIds, alsoLineIds, facts } of candidates) {
          const money = [lineId, ...alsoLineIds].reduce((sum, id) => sum + (line(id)?.amount ?? 0), 0);
          const due = reportIds.reduce((sum, id) => sum + (report(id)?.due ?? 0), 0);
          const fact = facts.find(({ about }) => about === 'amount');
          expect(fact?.fit === 'yes').toBe(money === due);
        }
      }
    }),
  );
});

test('the order of lines and reports makes no difference', () => {
  fc.assert(
    fc.property(lines, reports, fc.integer(), (given, waiting, seed) => {
      const shuffled = <T>(items: readonly T[]): T[] =>
        items
          .map((item, at) => [((at + 1) * (Math.abs(seed) + 7)) % 101, at, item] as const)
          .toSorted(([a, i], [b, j]) => a - b || j - i)
          .map(([, , item]) => item);
      expect(matchLines(shuffled(given), shuffled(waiting))).toEqual(matchLines(given, waiting));
    }),
  );
});

test('more text never gives a line fewer candidates', () => {
  const words = fc.constantFrom(
    '先生',
    ' 王小明',
    '/TXG-SWB-113',
    ' 陳',
    '（代楊某）',
    ' 報名費 1500',
    '林怡君',
  );
  const more = fc.record({ name: fc.option(words), memo: fc.option(words), maybe: fc.option(digits) });
  fc.assert(
    fc.property(lines, reports, more, (given, waiting, added) => {
      const join = (text: string | null, other: string | null, gap = '') =>
        other === null ? text : `${text ?? ''}${text === null ? '' : gap}${other}`;
      const grown = given.map((line) => ({
        ...line,
        name: join(line.name, added.name),
        memo: join(line.memo, added.memo),
        maybeDigits: join(line.maybeDigits, added.maybe, ' '),
      }));
      const candidatesIn = (all: readonly MatchedLine[]) => {
        const { certain, possible } = matchLines(all, waiting);
        const counts = new Map(possible.map(({ lineId, candidates }) => [lineId, candidates.length]));
        return { certain: certain.map(({ lineId }) => lineId), counts };
      };
      const [before, after] = [candidatesIn(given), candidatesIn(grown)];
      // A certain pair takes its report from the other lines, and may become possible by another line's text.
      if (before.certain.length + after.certain.length > 0) return;
      for (const [id, count] of before.counts)
        expect(after.counts.get(id) ?? 0).toBeGreaterThanOrEqual(count);
    }),
  );
});

/** CPU time of matching so many lines with so many reports. */
const costOf = (count: number): number => {
  const waiting = Array.from({ length: count }, (_, at): MatchedReport => {
    const reported = String((at * 7919 + 13) % 100_000).padStart(5, '0');
    const payer = `${'陳林黃張李王吳劉蔡楊'[at % 10]}${'志明淑芬雅婷俊傑美玲'[(at * 7) % 10]}${'豪怡君建宏家瑋安'[(at * 3) % 8]}`;
    const due = [600, 1500, 4800][at % 3] ?? 600;
    const base = { id: at + 1, day: `2026-12-${String((at % 28) + 1).padStart(2, '0')}`, digits: reported };
    return {
      ...base,
      money: due,
      due,
      name: payer,
      people: [payer],
      classCode: `A${at % 40}`,
      payer: `${at % 2000}`,
    };
  });
  const given = waiting.map(({ id, day: on, digits: five, due, name: payer }): MatchedLine => {
    const changed = [five, five.slice(1), null, `${five[1]}${five[0]}${five.slice(2)}`][id % 10] ?? five;
    const came = id % 17 === 0 ? due - 15 : due;
    return {
      ...{ id, day: on, amount: came },
      digits: id % 10 === 2 ? null : changed,
      ...{ maybeDigits: null, name: payer, memo: null, isProven: true },
    };
  });
  const begun = process.cpuUsage();
  const { certain } = matchLines(given, waiting);
  const { user, system } = process.cpuUsage(begun);
  expect(certain.length).toBeGreaterThan(0.6 * count);
  return user + system;
};

test('five times the lines and reports take far less than 25 times the time', () => {
  // The first matching also compiles the code.
  costOf(1000);
  // Every line compared with every report would take 25 times as long.
  expect(costOf(5000) / costOf(1000)).toBeLessThan(15);
});
