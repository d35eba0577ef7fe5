import { holds, type Right } from '@portal/contract/rights';
import type { Staff } from '../staff/actors.ts';

const writers: readonly Right[] = ['class.write', 'content.edit', 'settings.edit'];

export const mayUploadPictures = ({ grants }: Pick<Staff, 'grants'>): boolean =>
  writers.some((right) => holds(grants, right));
