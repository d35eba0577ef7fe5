import { readable } from '@portal/contract/dates';
import type { IntroRow } from '@portal/contract/office/content';
import { contentText } from '../text/zh-TW/content.ts';

const text = contentText.publication;

export const publicationText = ({
  publication,
  publishedAt,
}: Pick<IntroRow, 'publication' | 'publishedAt'>): string => {
  const state = text.states[publication];
  return publication === 'scheduled' && publishedAt !== null
    ? text.stateAt(state, readable(publishedAt))
    : state;
};
