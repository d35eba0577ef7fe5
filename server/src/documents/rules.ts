import { type AskedDocument, DOCUMENTS_AT_MOST, type DocumentKind } from '@portal/contract/documents';
import { type State, takesDocuments } from '../enrolment/states.ts';

const EXTENSIONS: Readonly<Record<DocumentKind, string>> = { pdf: 'pdf', jpeg: 'jpg' };

/** Code points of a name, without its extension. */
const LONGEST = 80;
const UNNAMED = '文件';

/** Controls, marks that turn the direction of text round, lone surrogates, and all that file systems reserve. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd<>:"/\\|?*]+/gu;

/** The name of a file as people chose it, made safe to show and to save; without folder and extension. */
export const cleanName = (given: string): string => {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(UNFIT, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return [...plain].slice(0, LONGEST).join('').trim() || UNNAMED;
};

/** The name under which a document is shown and saved. */
export const fileName = ({ name, kind }: { name: string; kind: DocumentKind }): string =>
  `${name}.${EXTENSIONS[kind]}`;

/** The ids of required documents that are not given. */
export const missingOf = (
  asked: readonly Pick<AskedDocument, 'id' | 'required'>[],
  given: readonly { readonly courseDocumentId: number | null }[],
): number[] => {
  const there = new Set(given.map(({ courseDocumentId }) => courseDocumentId));
  return asked.filter(({ id, required }) => required && !there.has(id)).map(({ id }) => id);
};

/** The lowest slot that is free; null if the registration has as many documents as it may. */
export const freeSlot = (taken: readonly number[]): number | null => {
  const slots = Array.from({ length: DOCUMENTS_AT_MOST }, (_, at) => at + 1);
  return slots.find((slot) => !taken.includes(slot)) ?? null;
};

/** After a review further documents may be added. */
export const mayAdd = takesDocuments;

/** Replace and remove: what staff approved stays as they saw it. */
export const mayChange = (state: State): boolean => state === 'pending';

/** The person or the group manager who added a document. */
export const addedByOf = (
  { addedBy }: { readonly addedBy: string },
  accountId: number,
): 'trainee' | 'manager' | 'staff' => {
  if (addedBy.startsWith('staff:')) return 'staff';
  return addedBy === `account:${accountId}` ? 'trainee' : 'manager';
};
