/** A member of a group, as another system had it. */
export interface ImportedMember {
  readonly row: number;
  readonly accountId: number;
  readonly role: 'manager' | 'member';
  /** The code of the group. */
  readonly code: string;
  readonly group: string;
  readonly organizationId: number | null;
}

/** The result of importing a row, with the facts that undoing needs. */
export interface AddedMember {
  readonly row: number;
  readonly membershipId: number;
  /** `group`: with its group. `again`: a former member. `role`: made a manager. */
  readonly how: 'group' | 'member' | 'again' | 'role';
}
