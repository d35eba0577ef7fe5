import { createHash } from 'node:crypto';
import { MAX_GROUP_PEOPLE } from '@portal/contract/groups';
import { isUsableCode } from '@portal/contract/primitives';
import { type FindId, idFinder, type Named } from './lookups.ts';
import { type PersonOfFile, personKey, readPersonOfFile } from './read-person-of-file.ts';
import { type ReadRow, type RowReader, rowReader, type Texts } from './read-row.ts';

/* Pure. A member of a group in a file. */

export interface KnownGroup extends Named {
  readonly code: string;
  readonly organizationId: number | null;
}

export interface MemberLookups {
  readonly organizations: readonly Named[];
  readonly groups: readonly KnownGroup[];
  /** The group that all rows are of; null: each row names its group. */
  readonly ofGroup: KnownGroup | null;
}

interface GroupOfFile {
  readonly code: string;
  readonly group: string;
  readonly organizationId: number | null;
  /** No group has the code yet. */
  readonly isNew: boolean;
}

export interface ReadMember extends GroupOfFile, PersonOfFile {
  readonly role: 'manager' | 'member';
}

const MAX_NAME = 60;

const roleWords = [
  ['manager', /^(團體)?(管理者|管理員|管理人|主管|負責人|聯絡人|承辦人)$|^(manager|admin)$/i],
  ['member', /^$|^(團體)?(成員|會員|學員|一般|員工)$|^member$/i],
] as const;

const readRole = ({ textOf, fault }: RowReader): 'manager' | 'member' => {
  const text = textOf('role').normalize('NFKC');
  const [role] = roleWords.find(([, words]) => words.test(text)) ?? [];
  if (!role) fault('身分請填「管理員」或「成員」');
  return role ?? 'member';
};

/** Makes a code for a new group without one. The same name gives the same code in every file. */
const madeCode = (name: string): string =>
  `G${createHash('sha256').update(name).digest('hex').slice(0, 11).toUpperCase()}`;

const none: GroupOfFile = { code: '', group: '', organizationId: null, isNew: false };

const asKnown = ({ code, name, organizationId }: KnownGroup): GroupOfFile => ({
  ...{ code, group: name, organizationId },
  isNew: false,
});

interface Finders {
  readonly byCode: ReadonlyMap<string, KnownGroup>;
  readonly byName: ReadonlyMap<string, readonly KnownGroup[]>;
  readonly organization: FindId;
}

const readOrganization = ({ textOf, fault }: RowReader, find: FindId): number | null => {
  const text = textOf('organization');
  if (text === '' || text === '全會') return null;
  return find(text) ?? fault(`查無主管會別「${text.slice(0, 30)}」`);
};

const readGroup = (reader: RowReader, { byCode, byName, organization }: Finders): GroupOfFile => {
  const { textOf, fault } = reader;
  const name = textOf('group').normalize('NFKC').replace(/\s+/g, ' ');
  const code = textOf('code').normalize('NFKC').toUpperCase();
  if (name === '' || name.length > MAX_NAME)
    return fault(name === '' ? '缺少團體名稱' : '團體名稱過長') ?? none;
  if (code !== '' && !isUsableCode(code)) return fault('團體代碼只能有英文字母、數字與「-」') ?? none;
  const same = byName.get(name) ?? [];
  if (code === '' && same.length > 1) return fault('有多個同名團體，請填團體代碼') ?? none;
  const known = code === '' ? same[0] : byCode.get(code);
  if (known && known.name !== name) return fault(`團體代碼 ${code} 已是「${known.name}」`) ?? none;
  if (known) return asKnown(known);
  const organizationId = readOrganization(reader, organization);
  return { code: code || madeCode(name), group: name, organizationId, isNew: true };
};

export const memberReader = ({ organizations, groups, ofGroup }: MemberLookups) => {
  const finders = {
    byCode: new Map(groups.map((each) => [each.code.toUpperCase(), each])),
    byName: Map.groupBy(groups, ({ name }) => name),
    organization: idFinder(organizations),
  };
  return (texts: Texts): ReadRow<ReadMember> => {
    const reader = rowReader(texts);
    const group = ofGroup ? asKnown(ofGroup) : readGroup(reader, finders);
    return reader.done({ ...group, role: readRole(reader), ...readPersonOfFile(reader) });
  };
};

interface Marked {
  readonly row: number;
  readonly data: ReadMember | null;
}

const groupFaults = (rows: readonly { row: number; data: ReadMember }[]): [number, string][] => {
  const [first] = rows;
  const seen = new Map<string, number>();
  const hasManager = rows.some(({ data }) => data.role === 'manager');
  return rows.flatMap(({ row, data }, place): [number, string][] => {
    const [key, earlier] = [personKey(data), seen.get(personKey(data))];
    if (earlier === undefined) seen.set(key, row);
    if (earlier !== undefined) return [[row, `此人在同一團體與第 ${earlier} 列重複`]];
    if (data.isNew && !hasManager)
      return [[row, '新團體至少需要一位管理員，請將其中一人的身分填為「管理員」']];
    if (data.group !== first?.data.group) return [[row, `團體代碼與第 ${first?.row} 列相同，名稱不同`]];
    if (data.organizationId !== first.data.organizationId) return [[row, `主管會別與第 ${first.row} 列不同`]];
    return place < MAX_GROUP_PEOPLE ? [] : [[row, `團體人數上限為 ${MAX_GROUP_PEOPLE} 人`]];
  });
};

/** The problems of rows beside the others of their group. */
export const memberFaults = (rows: readonly Marked[]): ReadonlyMap<number, string> => {
  const read = rows.flatMap(({ row, data }) => (data ? [{ row, data }] : []));
  return new Map([...Map.groupBy(read, ({ data }) => data.code).values()].flatMap(groupFaults));
};
