import type { FilledFields } from '../../accounts/merging/fill-from.ts';
import type { MovedCertificate } from '../../certificates/move-certificates.ts';
import type { MovedRegistration } from '../../enrolment/move-to-person.ts';
import type { JoinedMembership } from '../../groups/join-memberships.ts';

/** The rows that a merge moved, so that it can be undone. */
export interface Moves {
  readonly registrations: readonly MovedRegistration[];
  readonly certificates: readonly MovedCertificate[];
  /** Certificates that lapsed because a person has one valid certificate of a kind. */
  readonly lapsed: readonly number[];
  readonly memberships: readonly JoinedMembership[];
  readonly reports: readonly number[];
  readonly mails: readonly string[];
  readonly identityChanges: readonly number[];
  readonly filled: FilledFields;
  /** When the removed account was suspended; null if it was not. */
  readonly suspendedAt: string | null;
}
