export interface Staff {
  readonly staffId: number;
  /** The organisation whose classes they manage; null for the whole association. */
  readonly organizationId: number | null;
}

/** True if the staff member may decide about the organisation's classes and certificates. */
export const mayDecide = (staff: Staff, organizationId: number): boolean =>
  staff.organizationId === null || staff.organizationId === organizationId;

/** The actor name in events: `account:12`. */
export const accountActor = (accountId: number): string => `account:${accountId}`;

export const staffActor = ({ staffId }: Staff): string => `staff:${staffId}`;
