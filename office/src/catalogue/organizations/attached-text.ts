import type { OrganizationRow } from '@portal/contract/office/organizations';
import { organizationsText as text } from '../../text/zh-TW/organizations.ts';

const counted = ['classes', 'drafts', 'bankAccounts', 'staff', 'people'] as const;

/** `未結束的班 2、學員 30`: what belongs to the organisation. */
export const attachedText = (row: OrganizationRow): string =>
  counted
    .filter((what) => row[what] > 0)
    .map((what) => text.counts[what](row[what]))
    .join('、') || text.nothing;
