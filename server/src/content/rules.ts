import type { Publication } from '@portal/contract/office/content';

/** Returns the key in the address of a picture. */
export const keyOf = (src: string): string => src.slice('/pictures/'.length);

export interface ChosenPublication {
  readonly publication: Publication | 'revision';
  readonly at: Date | null;
}

/** Only what the public sees already can have a text that waits beside it. */
export const isRevision = (
  { publication }: ChosenPublication,
  publishedAt: Date | null,
  now: Date,
): boolean => publication === 'revision' && publishedAt !== null && publishedAt <= now;

interface Text {
  readonly title: string;
  readonly html: string;
}

/** The text that editors work on: the revision, if one waits. */
export const textOf = ({ title, html, revision }: Text & { readonly revision: Text | null }): Text =>
  revision ?? { title, html };

/** Null: a draft. Content that is already public keeps its time. */
export const publishedAtOf = (
  { publication, at }: ChosenPublication,
  former: Date | null,
  now: Date,
): Date | null => {
  if (publication === 'draft' || publication === 'revision') return null;
  if (publication === 'scheduled') return at;
  return former !== null && former <= now ? former : now;
};

export const publicationOf = (publishedAt: Date | null, now: Date): Publication => {
  if (publishedAt === null) return 'draft';
  return publishedAt > now ? 'scheduled' : 'published';
};
