import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

export const mayOpenDocuments = (actor: Staff, { organizationId }: { organizationId: number }): boolean =>
  may(actor, 'registration.review', organizationId);
