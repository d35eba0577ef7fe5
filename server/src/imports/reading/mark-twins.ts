import type { ImportedPerson } from '../../accounts/sign-up/imported-person.ts';
import type { ReadCertificate } from './read-certificate.ts';

/* Pure. Finds the people and certificates that a file lists twice. */

interface Marked {
  readonly row: number;
  readonly data: Pick<ImportedPerson, 'number' | 'chineseName' | 'birthday'> | null;
}

/** The problem of each row that repeats the number of an earlier one. */
export const repeatedNumbers = (rows: readonly Marked[]): ReadonlyMap<number, string> => {
  const first = new Map<string, number>();
  const problems = new Map<number, string>();
  for (const { row, data } of rows) {
    if (!data) continue;
    const earlier = first.get(data.number);
    if (earlier === undefined) first.set(data.number, row);
    else problems.set(row, `證號與第 ${earlier} 列相同`);
  }
  return problems;
};

/** The problem of each row whose name and birth date another row has with another number. */
export const twinsInFile = (rows: readonly Marked[]): ReadonlyMap<number, string> => {
  const all = new Map<string, Marked[]>();
  for (const each of rows) {
    if (!each.data) continue;
    const key = `${each.data.chineseName} ${each.data.birthday}`;
    all.set(key, [...(all.get(key) ?? []), each]);
  }
  const problems = new Map<number, string>();
  for (const same of all.values())
    for (const { row } of same) {
      const others = same.filter((other) => other.row !== row).map((other) => other.row);
      if (others.length > 0)
        problems.set(row, `姓名與出生日期和第 ${others.slice(0, 3).join('、')} 列相同，證號不同`);
    }
  return problems;
};

interface MarkedCertificate {
  readonly row: number;
  readonly data: Pick<
    ReadCertificate,
    'identity' | 'organizationId' | 'kindId' | 'number' | 'endTime'
  > | null;
}

/** The problem of each row that repeats the number of an earlier one of the same organisation and kind. */
export const repeatedCertificates = (rows: readonly MarkedCertificate[]): ReadonlyMap<number, string> => {
  const first = new Map<string, number>();
  const problems = new Map<number, string>();
  for (const { row, data } of rows) {
    if (!data) continue;
    const key = `${data.organizationId} ${data.kindId} ${data.number}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row);
    else problems.set(row, `證書字號與第 ${earlier} 列相同`);
  }
  return problems;
};

/** The rows of earlier certificates: the person has one of the kind that ends later. */
export const earlierCertificates = (rows: readonly MarkedCertificate[]): ReadonlySet<number> => {
  const all = rows.flatMap(({ row, data }) => (data ? [{ row, data }] : []));
  const together = Map.groupBy(all, ({ data }) => `${data.identity} ${data.kindId}`);
  return new Set(
    [...together.values()].flatMap((same) =>
      same
        .toSorted((one, other) => (one.data.endTime < other.data.endTime ? 1 : -1))
        .slice(1)
        .map(({ row }) => row),
    ),
  );
};
