import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

interface OfOrganization {
  readonly organizationId: number;
}

export const mayEditAttachments = (actor: Staff, { organizationId }: OfOrganization): boolean =>
  may(actor, 'class.write', organizationId);

export const mayOpenDocuments = (actor: Staff, { organizationId }: OfOrganization): boolean =>
  may(actor, 'registration.review', organizationId);
