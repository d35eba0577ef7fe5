import { scopeOf } from '@portal/contract/rights';
import type { StaffOrSystem } from '../staff/actors.ts';

/** The site belongs to the whole association. */
export const mayEditBranding = (actor: StaffOrSystem): boolean =>
  actor === 'system' || scopeOf(actor.grants, 'settings.edit') === 'everywhere';
