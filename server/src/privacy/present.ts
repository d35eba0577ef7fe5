import { isoTaipei } from '@portal/contract/dates';
import type { Erasure } from '@portal/contract/privacy';
import { erasurePermissions } from './policy.ts';
import type { ErasureRow } from './queries.ts';

export const presentErasure = (found: ErasureRow | null): Erasure => ({
  // Only requests of other kinds are answered.
  state: found && found.state !== 'answered' ? found.state : null,
  ...erasurePermissions(found?.state ?? null),
  requested_at: found && isoTaipei(found.requestedAt),
  closed_at: found?.closedAt ? isoTaipei(found.closedAt) : null,
  reason: found?.reason ?? null,
});
