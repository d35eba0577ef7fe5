import type { ImportKind } from '@portal/contract/office/imports';
import type { PeopleLookups } from './lookups.ts';
import { earlierCertificates, repeatedCertificates, repeatedNumbers, twinsInFile } from './mark-twins.ts';
import { type CertificateLookups, certificateReader } from './read-certificate.ts';
import { type MemberLookups, memberFaults, memberReader } from './read-member.ts';
import { earlierOfPast, type PastLookups, pastFaults, pastReader } from './read-past.ts';
import { peopleReader } from './read-person.ts';
import type { ReadRow, Texts } from './read-row.ts';

/* Pure. How each kind of file is read: each row for itself, and then beside all others. */

export type ImportLookups = PeopleLookups & CertificateLookups & MemberLookups & PastLookups;

/** A problem of a row that comes from other rows of the file. */
export interface RowChange {
  /** The row is wrong. */
  readonly fault?: string | undefined;
  /** The row is doubtful. */
  readonly doubt?: string | undefined;
  /** Something is left out of the row. */
  readonly note?: string | undefined;
  readonly data?: object;
}

interface Marked<Mark> {
  readonly row: number;
  /** Null for a wrong row. */
  readonly data: Mark | null;
}

interface KindReader<Data extends object, Mark> {
  readonly read: (texts: Texts) => ReadRow<Data>;
  /** Returns the values that are compared with other rows. They are few, because those of all rows stay in memory. */
  readonly markOf: (data: Data) => Mark;
  readonly compare: (marks: readonly Marked<Mark>[]) => ReadonlyMap<number, RowChange>;
}

const asFaults = (faults: ReadonlyMap<number, string>): Map<number, RowChange> =>
  new Map([...faults].map(([row, fault]) => [row, { fault }]));

/** Hides the types of the data, which only the reader itself needs. */
const kindReader = <Data extends object, Mark>(reader: KindReader<Data, Mark>) => {
  const marks: Marked<Mark>[] = [];
  return {
    read: (row: number, texts: Texts): ReadRow<object> => {
      const read = reader.read(texts);
      marks.push({ row, data: read.data && reader.markOf(read.data) });
      return read;
    },
    /** Call it after all rows were read. */
    compare: () => reader.compare(marks),
  };
};

const people = (lookups: ImportLookups, today: string) =>
  kindReader({
    read: peopleReader(lookups, today),
    markOf: ({ number, chineseName, birthday }) => ({ number, chineseName, birthday }),
    compare: (marks) => {
      const changes = asFaults(repeatedNumbers(marks));
      for (const [row, doubt] of twinsInFile(marks)) if (!changes.has(row)) changes.set(row, { doubt });
      return changes;
    },
  });

const SECOND_VALID = '同一人同種證照另有一張較晚到期，請保留一張仍有效的';

const certificates = (lookups: ImportLookups, today: string) =>
  kindReader({
    read: certificateReader(lookups, today),
    markOf: ({ identity, organizationId, kindId, number, endTime }) => ({
      ...{ identity, organizationId, kindId, number, endTime },
    }),
    compare: (marks) => {
      const changes = asFaults(repeatedCertificates(marks));
      const earlier = earlierCertificates(marks);
      for (const { row, data } of marks) {
        if (!data || !earlier.has(row) || changes.has(row)) continue;
        changes.set(row, data.endTime >= today ? { fault: SECOND_VALID } : { data: { isLatest: false } });
      }
      return changes;
    },
  });

const members = (lookups: ImportLookups) =>
  kindReader({
    read: memberReader(lookups),
    markOf: (data) => data,
    compare: (marks) => asFaults(memberFaults(marks)),
  });

const past = (lookups: ImportLookups, today: string) =>
  kindReader({
    read: pastReader(lookups, today),
    markOf: ({ scores: _, attendance: __, ...data }) => data,
    compare: (marks) => {
      const changes = asFaults(pastFaults(marks));
      const earlier = earlierOfPast(marks);
      for (const { row, data } of marks) {
        const certificate = data?.certificate;
        if (!certificate || !earlier.has(row) || changes.has(row)) continue;
        const isValid = certificate.endTime >= today;
        const change = isValid
          ? { note: '證書未匯入：同一人同種證照另有一張較晚到期', data: { certificate: null } }
          : { data: { certificate: { ...certificate, isLatest: false } } };
        changes.set(row, change);
      }
      return changes;
    },
  });

export const kindReaders: Readonly<
  Record<ImportKind, (lookups: ImportLookups, today: string) => ReturnType<typeof people>>
> = { people, certificates, members, groups: members, classes: past };
