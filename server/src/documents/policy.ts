import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

interface Owned {
  readonly organizationId: number;
}

export const mayEditAttachments = (actor: Staff, { organizationId }: Owned): boolean =>
  may(actor, 'class.write', organizationId);

export const mayOpenDocuments = (actor: Staff, { organizationId }: Owned): boolean =>
  may(actor, 'registration.review', organizationId);
