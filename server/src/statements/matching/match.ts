import type { Fact } from '@portal/contract/office/statements';
import { compareDigits, type LineDigits, lineKeys, maybeDigitsOf, reportKeys } from './match-digits.ts';
import { nameFitInText, nameKey, nameKeys, payerText, plainName, textKeys } from './match-names.ts';

/* Pure. Compares lines with payment reports. The order of the input makes no difference. */

export interface MatchedLine extends LineDigits {
  readonly id: number;
  readonly day: string;
  readonly amount: number;
  readonly name: string | null;
  readonly memo: string | null;
  /** Whether the balances of its file agree with the lines. */
  readonly isProven: boolean;
}

export interface MatchedReport {
  readonly id: number;
  readonly day: string;
  /** The last five digits that the person reported. */
  readonly digits: string;
  readonly money: number;
  readonly due: number;
  readonly name: string;
  readonly people: readonly string[];
  readonly classCode: string;
  /** Names the account or group that reported. One transfer may pay for several reports of the same payer. */
  readonly payer: string;
}

export interface Candidate {
  readonly reportIds: number[];
  readonly alsoLineIds: number[];
  readonly score: number;
  readonly facts: Fact[];
}

export interface Matches {
  readonly certain: readonly { readonly lineId: number; readonly reportId: number }[];
  readonly possible: readonly { readonly lineId: number; readonly candidates: readonly Candidate[] }[];
  readonly lines: readonly number[];
  readonly reports: readonly number[];
}

const DAY_MS = 86_400_000;
const NEAR_DAYS = 3;
const FAR_DAYS = 31;
/** The fees, in dollars, that banks deduct from a transfer. */
const BANK_FEES = [10, 12, 15, 17, 25, 30, 45];
const MAX_CANDIDATES = 5;
const MAX_SAME_AMOUNT = 20;
const MAX_SUMMED = 10;

interface PreparedLine extends MatchedLine {
  readonly dayNumber: number;
  /** The characters of name and remark. */
  readonly text: readonly string[];
}

interface PreparedReport extends MatchedReport {
  readonly dayNumber: number;
  readonly names: readonly { readonly text: string; readonly characters: readonly string[] }[];
}

const dayNumberOf = (day: string): number => Math.round(Date.parse(day) / DAY_MS);

const daysBetween = (a: { dayNumber: number }, b: { dayNumber: number }): number => a.dayNumber - b.dayNumber;

const fact = (about: Fact['about'], fit: Fact['fit'], how: Fact['how'], by = 0): Fact => ({
  about,
  fit,
  how,
  by,
});

const amountFact = (amount: number, due: number, money: number): Fact => {
  const by = amount - due;
  if (by === 0) return fact('amount', 'yes', 'equal');
  if (BANK_FEES.includes(-by)) return fact('amount', 'near', 'fee_deducted', by);
  return fact('amount', amount === money ? 'near' : 'no', by < 0 ? 'short' : 'over', by);
};

const digitsFact = (line: LineDigits, report: string): Fact => {
  const { fit, how } = compareDigits(line, report);
  return fact('digits', fit, how);
};

const dayFact = (line: PreparedLine, report: PreparedReport): Fact => {
  const by = daysBetween(line, report);
  if (by === 0) return fact('day', 'yes', 'equal');
  return Math.abs(by) <= NEAR_DAYS ? fact('day', 'near', 'similar', by) : fact('day', 'no', 'far', by);
};

const prepareLine = (line: MatchedLine): PreparedLine => ({
  ...line,
  dayNumber: dayNumberOf(line.day),
  text: payerText(line),
});

const prepareReport = (report: MatchedReport): PreparedReport => ({
  ...report,
  dayNumber: dayNumberOf(report.day),
  names: [...new Set([report.name, ...report.people])].map((text) => ({ text, characters: plainName(text) })),
});

const nameFact = ({ name, text }: PreparedLine, reports: readonly PreparedReport[]): Fact => {
  const names = reports.flatMap((report) => report.names);
  const fits = names.map(({ characters }) => nameFitInText(text, characters));
  if (fits.includes('yes')) return fact('name', 'yes', 'equal');
  if (fits.includes('near')) return fact('name', 'near', 'similar');
  return name === null ? fact('name', 'unknown', 'missing') : fact('name', 'no', 'different');
};

const classFact = ({ name, memo }: MatchedLine, codes: readonly string[]): Fact | null =>
  codes.some((code) => `${name} ${memo}`.toUpperCase().includes(code.toUpperCase()))
    ? fact('class', 'yes', 'equal')
    : null;

const points: Readonly<Partial<Record<Fact['about'], Partial<Record<Fact['how'], number>>>>> = {
  amount: { equal: 40, sum: 36, several_lines: 36, fee_deducted: 28, short: 4, over: 4 },
  digits: { equal: 40, in_text: 36, zero_dropped: 32, swapped: 28, masked: 26, one_off: 18, missing: 6 },
  day: { equal: 10, similar: 8 },
  name: { equal: 20, similar: 12, missing: 3 },
  class: { equal: 12 },
};

const pointsOf = ({ about, how }: Fact): number => points[about]?.[how] ?? 0;

/** Points for an amount that the person reported but that is not due. */
const REPORTED_AMOUNT_POINTS = 12;

const scoreOf = (facts: readonly Fact[]): number =>
  facts.reduce((sum, each) => {
    const { about, how, fit } = each;
    const isReported = about === 'amount' && fit === 'near' && how !== 'fee_deducted';
    return sum + pointsOf(each) + (isReported ? REPORTED_AMOUNT_POINTS : 0);
  }, 0);

const fitOf = (facts: readonly Fact[], about: Fact['about']): Fact['fit'] =>
  facts.find((each) => each.about === about)?.fit ?? 'unknown';

const mayBeSamePayer = (facts: readonly Fact[]): boolean =>
  ['yes', 'near'].includes(fitOf(facts, 'digits')) || fitOf(facts, 'name') === 'yes';

/** A pair is plausible with two facts that match and none that excludes it. */
const isPlausible = (facts: readonly Fact[]): boolean => {
  const [amount, digits, day, name] = (['amount', 'digits', 'day', 'name'] as const).map((about) =>
    fitOf(facts, about),
  );
  const distance = Math.abs(facts.find(({ about }) => about === 'day')?.by ?? 0);
  if (distance > FAR_DAYS) return false;
  const namesThem = name === 'yes' || name === 'near' || fitOf(facts, 'class') === 'yes';
  if (digits === 'yes') return amount !== 'no' || day !== 'no' || namesThem;
  if (digits === 'near') return amount !== 'no' && (day !== 'no' || namesThem);
  if (amount === 'no') return digits === 'unknown' && name === 'yes' && day !== 'no';
  return namesThem || (digits === 'unknown' && amount === 'yes' && day !== 'no');
};

const maxBy = <T>(items: readonly [T, ...T[]], measure: (item: T) => number): T =>
  items.reduce((found, item) => (measure(item) > measure(found) ? item : found));

const factsOf = (
  line: PreparedLine,
  reports: readonly [PreparedReport, ...PreparedReport[]],
  amount: Fact,
): Fact[] => {
  const [first, ...others] = reports;
  const digits = maxBy(
    [digitsFact(line, first.digits), ...others.map((report) => digitsFact(line, report.digits))],
    pointsOf,
  );
  const nearest = maxBy(reports, (report) => -Math.abs(daysBetween(line, report)));
  const codes = reports.map(({ classCode }) => classCode);
  const aboutClass = classFact(line, codes);
  const facts = [amount, digits, dayFact(line, nearest), nameFact(line, reports)];
  return aboutClass ? [...facts, aboutClass] : facts;
};

const singleCandidate = (line: PreparedLine, report: PreparedReport): Candidate => {
  const facts = factsOf(line, [report], amountFact(line.amount, report.due, report.money));
  return { reportIds: [report.id], alsoLineIds: [], score: scoreOf(facts), facts };
};

/** Whether a line and a report with the same amount and digits agree in the rest. */
const reportFitsLine = (line: MatchedLine, report: MatchedReport): boolean =>
  report.due === report.money && Math.abs(dayNumberOf(line.day) - dayNumberOf(report.day)) <= NEAR_DAYS;

type Index = ReadonlyMap<string, readonly PreparedReport[]>;

const groupBy = <T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
};

interface Indexes {
  readonly digits: Index;
  readonly names: Index;
  readonly dues: ReadonlyMap<number, readonly PreparedReport[]>;
  readonly pools: Index;
}

const indexReports = (reports: readonly PreparedReport[]): Indexes => ({
  digits: groupBy(reports, ({ digits }) => reportKeys(digits)),
  names: groupBy(reports, ({ name, people }) => [name, ...people].flatMap(nameKeys)),
  dues: Map.groupBy(reports.toSorted(daysBetween), ({ due }) => due),
  pools: groupBy(reports, poolKeys),
});

const nearestReports = (line: PreparedLine, sorted: readonly PreparedReport[]): readonly PreparedReport[] => {
  if (sorted.length <= MAX_SAME_AMOUNT) return sorted;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.dayNumber ?? 0) < line.dayNumber) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, low - MAX_SAME_AMOUNT / 2);
  return sorted.slice(from, from + MAX_SAME_AMOUNT);
};

const MAX_SAME_NAME = 50;

/** Returns at most `MAX_SAME_NAME` reports, those with the amount of the line first. */
const limitSameName = (line: PreparedLine, reports: readonly PreparedReport[]): readonly PreparedReport[] => {
  if (reports.length <= MAX_SAME_NAME) return reports;
  return [
    ...reports.filter(({ due }) => due === line.amount),
    ...reports.filter(({ due }) => due !== line.amount),
  ].slice(0, MAX_SAME_NAME);
};

const findRelatedReports = (line: PreparedLine, { digits, names, dues }: Indexes): PreparedReport[] => {
  const found = new Set<PreparedReport>();
  for (const key of lineKeys(line)) for (const report of digits.get(key) ?? []) found.add(report);
  for (const key of textKeys(line.text, line.name))
    for (const report of limitSameName(line, names.get(key) ?? [])) found.add(report);
  if (line.digits === null)
    for (const report of nearestReports(line, dues.get(line.amount) ?? [])) found.add(report);
  return [...found];
};

/** Returns up to `MAX_CANDIDATES` subsets of two items or more that add up to `wanted`. Call it with few items only. */
export const subsetsAddingUpTo = <T>(
  items: readonly T[],
  measure: (item: T) => number,
  wanted: number,
): T[][] => {
  const found: T[][] = [];
  const extend = (from: number, rest: number, chosen: T[]) => {
    if (found.length === MAX_CANDIDATES) return;
    if (rest === 0 && chosen.length > 1) found.push(chosen);
    for (const [at, item] of items.slice(from).entries()) {
      if (measure(item) <= rest) extend(from + at + 1, rest - measure(item), [...chosen, item]);
    }
  };
  extend(0, wanted, []);
  return found;
};

const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id;

const poolKeys = ({ payer, digits, name }: PreparedReport): string[] => [
  `payer ${payer}`,
  `five ${digits}`,
  `name ${nameKey(name)}`,
];

/** Reports that one transfer may have paid together with a related one: of the same payer, digits or name. */
const reportPools = (
  line: PreparedLine,
  near: readonly PreparedReport[],
  { pools }: Indexes,
): PreparedReport[][] => {
  const keys = new Set(near.filter(({ due }) => due < line.amount).flatMap(poolKeys));
  return [...keys].map((key) => {
    const pool = pools.get(key) ?? [];
    return pool.filter((report) => Math.abs(daysBetween(line, report)) <= FAR_DAYS);
  });
};

const reportsAddingUpTo = (line: PreparedLine, pool: readonly PreparedReport[]): PreparedReport[][] => {
  const whole = pool.reduce((sum, { due }) => sum + due, 0) === line.amount ? [[...pool]] : [];
  return [...whole, ...subsetsAddingUpTo(pool.slice(0, MAX_SUMMED), ({ due }) => due, line.amount)];
};

const sumCandidates = (
  line: PreparedLine,
  near: readonly PreparedReport[],
  indexes: Indexes,
): Candidate[] => {
  const found = new Map<string, Candidate>();
  for (const reports of reportPools(line, near, indexes).flatMap((pool) => reportsAddingUpTo(line, pool))) {
    const [first, ...others] = reports;
    if (!first || others.length === 0) continue;
    const reportIds = reports.map(({ id }) => id);
    const facts = factsOf(line, [first, ...others], fact('amount', 'yes', 'sum'));
    if (isPlausible(facts)) {
      found.set(`${reportIds}`, { reportIds, alsoLineIds: [], score: scoreOf(facts), facts });
    }
  }
  return [...found.values()];
};

/** Pairs the line with a report whose amount it makes up together with other lines. */
const partCandidates = (
  line: PreparedLine,
  near: readonly PreparedReport[],
  sameDigits: readonly PreparedLine[],
): Candidate[] => {
  const others = sameDigits.filter(({ id }) => id !== line.id).slice(0, MAX_SUMMED);
  return near.flatMap((report) => {
    if (line.amount >= report.due || line.digits !== report.digits) return [];
    const rest = report.due - line.amount;
    const exact = others.find(({ amount }) => amount === rest);
    const sums = exact ? [[exact]] : subsetsAddingUpTo(others, ({ amount }) => amount, rest);
    return sums.slice(0, 1).map((lines) => {
      const facts = factsOf(line, [report], fact('amount', 'yes', 'several_lines'));
      const alsoLineIds = lines.map(({ id }) => id);
      return { reportIds: [report.id], alsoLineIds, score: scoreOf(facts), facts };
    });
  });
};

const rankCandidates = (candidates: readonly Candidate[]): Candidate[] =>
  candidates
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        a.reportIds.length - b.reportIds.length ||
        (a.reportIds[0] ?? 0) - (b.reportIds[0] ?? 0),
    )
    .slice(0, MAX_CANDIDATES);

const certainKey = (amount: number, digits: string) => `${amount} ${digits}`;

/** Possible digits count too: another line may come from the same payer, so that the pair is not certain. */
const certainKeys = (line: MatchedLine): string[] =>
  [...(line.digits === null ? [] : [line.digits]), ...maybeDigitsOf(line)].map((digits) =>
    certainKey(line.amount, digits),
  );

const findCertainPairs = (lines: readonly MatchedLine[], reports: readonly MatchedReport[]) => {
  const reportsByKey = Map.groupBy(reports, ({ due, digits }) => certainKey(due, digits));
  const linesByKey = groupBy(lines, certainKeys);
  return lines.flatMap((line) => {
    if (line.digits === null || !line.isProven) return [];
    const key = certainKey(line.amount, line.digits);
    const [report, ...others] = reportsByKey.get(key) ?? [];
    const isOnly = others.length === 0 && linesByKey.get(key)?.length === 1;
    return report && isOnly && reportFitsLine(line, report) ? [{ lineId: line.id, reportId: report.id }] : [];
  });
};

/** Finds certain pairs, candidates for the other lines, and the lines and reports that no pair names. */
export const matchLines = (
  allLines: readonly MatchedLine[],
  allReports: readonly MatchedReport[],
): Matches => {
  const [lines, reports] = [allLines.toSorted(byId), allReports.toSorted(byId)];
  const certain = findCertainPairs(lines, reports);
  const [doneLines, doneReports] = [
    new Set(certain.map(({ lineId }) => lineId)),
    new Set(certain.map(({ reportId }) => reportId)),
  ];
  const openLines = lines.filter(({ id }) => !doneLines.has(id)).map(prepareLine);
  const openReports = reports.filter(({ id }) => !doneReports.has(id)).map(prepareReport);
  const indexes = indexReports(openReports);
  const byDigits = Map.groupBy(openLines, ({ digits }) => digits);
  const considered = openLines.map((line) => {
    const near = findRelatedReports(line, indexes).map((report) => ({
      report,
      candidate: singleCandidate(line, report),
    }));
    const plausible = near.filter(({ candidate: { facts } }) => isPlausible(facts));
    const samePayer = near
      .filter(({ candidate: { facts } }) => mayBeSamePayer(facts))
      .map(({ report }) => report);
    const sameDigits = byDigits.get(line.digits) ?? [];
    const candidates = [
      ...plausible.map(({ candidate }) => candidate),
      ...sumCandidates(line, samePayer, indexes),
      ...partCandidates(line, samePayer, sameDigits),
    ];
    return { lineId: line.id, candidates: rankCandidates(candidates) };
  });
  const possible = considered.filter(({ candidates }) => candidates.length > 0);
  const candidateReports = new Set(
    possible.flatMap(({ candidates }) => candidates.flatMap(({ reportIds }) => reportIds)),
  );
  return {
    certain,
    possible,
    lines: considered.filter(({ candidates }) => candidates.length === 0).map(({ lineId }) => lineId),
    reports: openReports.filter(({ id }) => !candidateReports.has(id)).map(({ id }) => id),
  };
};
