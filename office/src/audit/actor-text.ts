import type { Actor } from '@portal/contract/office/audit';
import { auditText as text } from '../text/zh-TW/audit.ts';

export const actorText = ({ kind, id, name }: Actor): string => {
  if (kind === 'system') return text.system;
  const known = name ?? text.unknown(id);
  return kind === 'account' ? text.trainee(known) : known;
};
