/** A person of the back office. */
export interface Staff {
  readonly staffId: number;
  /** Whose classes they look after; null: the whole association's. */
  readonly organizationId: number | null;
}

/** Staff decide about the classes and certificates of their own organisation. */
export const mayDecide = (staff: Staff, organizationId: number): boolean =>
  staff.organizationId === null || staff.organizationId === organizationId;

/** Who did it, as events say: `account:12`. */
export const accountActor = (accountId: number): string => `account:${accountId}`;

export const staffActor = ({ staffId }: Staff): string => `staff:${staffId}`;
