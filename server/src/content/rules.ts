import type { Publication } from '@portal/contract/office/content';

/** Of the address of a picture. */
export const keyOf = (src: string): string => src.slice('/pictures/'.length);

/** Null: a draft. Content that is already public keeps its time. */
export const publishedAtOf = (
  { publication, at }: { readonly publication: Publication; readonly at: Date | null },
  former: Date | null,
  now: Date,
): Date | null => {
  if (publication === 'draft') return null;
  if (publication === 'scheduled') return at;
  return former !== null && former <= now ? former : now;
};

export const publicationOf = (publishedAt: Date | null, now: Date): Publication => {
  if (publishedAt === null) return 'draft';
  return publishedAt > now ? 'scheduled' : 'published';
};
