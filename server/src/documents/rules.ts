import { type AskedDocument, DOCUMENTS_AT_MOST, type DocumentKind } from '@portal/contract/documents';
import { type State, takesDocuments } from '../enrolment/states.ts';

const EXTENSIONS: Readonly<Record<DocumentKind, string>> = { pdf: 'pdf', jpeg: 'jpg' };

/** In code points. */
const MAX_NAME_LENGTH = 80;
const DEFAULT_NAME = '文件';

/** Controls, direction overrides, lone surrogates, and characters reserved by file systems. */
const UNFIT_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd<>:"/\\|?*]+/gu;

/** Returns the name without folder and extension. */
export const cleanName = (given: string): string => {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(UNFIT_CHARACTERS, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return [...plain].slice(0, MAX_NAME_LENGTH).join('').trim() || DEFAULT_NAME;
};

export const fileName = ({ name, kind }: { name: string; kind: DocumentKind }): string =>
  `${name}.${EXTENSIONS[kind]}`;

export const missingOf = (
  asked: readonly Pick<AskedDocument, 'id' | 'required'>[],
  given: readonly { readonly courseDocumentId: number | null }[],
): number[] => {
  const there = new Set(given.map(({ courseDocumentId }) => courseDocumentId));
  return asked.filter(({ id, required }) => required && !there.has(id)).map(({ id }) => id);
};

/** Returns null if all slots are taken. */
export const freeSlot = (taken: readonly number[]): number | null => {
  const slots = Array.from({ length: DOCUMENTS_AT_MOST }, (_, at) => at + 1);
  return slots.find((slot) => !taken.includes(slot)) ?? null;
};

/** People may add documents also after the review. */
export const mayAdd = takesDocuments;

/** People may replace or remove documents only before the review: staff approve what they have seen. */
export const mayChange = (state: State): boolean => state === 'pending';

export const addedByOf = (
  { addedBy }: { readonly addedBy: string },
  accountId: number,
): 'trainee' | 'manager' | 'staff' => {
  if (addedBy.startsWith('staff:')) return 'staff';
  return addedBy === `account:${accountId}` ? 'trainee' : 'manager';
};
