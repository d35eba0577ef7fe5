/** A merge moves data from the removed account to the one that stays. Undoing it moves them back. */
export interface PersonMove {
  readonly from: number;
  readonly to: number;
}
