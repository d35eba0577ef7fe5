import { type Comparison, MERGE_UNDO_DAYS } from '@portal/contract/office/person-merges';

const DAY = 24 * 3_600_000;

interface AccountState {
  readonly suspendedAt: Date | null;
  readonly erasedAt: Date | null;
  readonly mergedIntoId: number | null;
}

const isClosed = ({ erasedAt, mergedIntoId }: AccountState): boolean =>
  erasedAt !== null || mergedIntoId !== null;

/** A suspended person may become part of another record, but nobody becomes part of a suspended one. */
export const standingObstacles = ({
  survivor,
  removed,
}: {
  readonly survivor: AccountState;
  readonly removed: AccountState;
}): ('closed' | 'suspended')[] => {
  if (isClosed(survivor) || isClosed(removed)) return ['closed'];
  return survivor.suspendedAt === null ? [] : ['suspended'];
};

export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + MERGE_UNDO_DAYS * DAY);

export const compared = (one: string | null, other: string | null): Comparison => {
  if (one === null || other === null) return 'missing';
  return one === other ? 'same' : 'different';
};

interface MovedThing {
  readonly id: number;
  readonly isChanged: boolean;
}

interface Things {
  readonly registrations: readonly MovedThing[];
  readonly certificates: readonly (MovedThing & {
    readonly registrationId: number | null;
    readonly replacedById: number | null;
  })[];
}

/**
 * What stays with the survivor when a merge is undone: what was changed since, and what belongs to it. A certificate stays
 * with its registration, and with the certificate that replaced it.
 */
export const stayingThings = ({
  registrations,
  certificates,
}: Things): { readonly registrations: ReadonlySet<number>; readonly certificates: ReadonlySet<number> } => {
  const idsOf = (things: readonly MovedThing[]) =>
    things.filter((each) => each.isChanged).map(({ id }) => id);
  const staying = {
    registrations: new Set(idsOf(registrations)),
    certificates: new Set(idsOf(certificates)),
  };
  const movedRegistrations = new Set(registrations.map(({ id }) => id));
  const moved = new Set(certificates.map(({ id }) => id));
  for (let size = -1; size !== staying.registrations.size + staying.certificates.size; ) {
    size = staying.registrations.size + staying.certificates.size;
    for (const { id, registrationId, replacedById } of certificates) {
      const registration =
        registrationId !== null && movedRegistrations.has(registrationId) ? registrationId : null;
      const successor = replacedById !== null && moved.has(replacedById) ? replacedById : null;
      const stays =
        staying.certificates.has(id) ||
        (registration !== null && staying.registrations.has(registration)) ||
        (successor !== null && staying.certificates.has(successor));
      if (!stays) continue;
      staying.certificates.add(id);
      if (registration !== null) staying.registrations.add(registration);
      if (successor !== null) staying.certificates.add(successor);
    }
  }
  return staying;
};
