import { readable } from '@portal/contract/dates';
import type { Publication } from '@portal/contract/office/content';
import { contentText } from '../text/zh-TW/content.ts';

const text = contentText.publication;

interface Published {
  readonly publication: Publication;
  readonly publishedAt: string | null;
  readonly hasRevision?: boolean;
}

export const publicationText = ({ publication, publishedAt, hasRevision }: Published): string => {
  const state = text.states[publication];
  if (hasRevision) return text.stateAt(state, text.waiting);
  return publication === 'scheduled' && publishedAt !== null
    ? text.stateAt(state, readable(publishedAt))
    : state;
};
