import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

/** Staff who may read a registration see the names of its documents; those who review it open them. */
export const mayOpenDocuments = (actor: Staff, { organizationId }: { organizationId: number }): boolean =>
  may(actor, 'registration.review', organizationId);
