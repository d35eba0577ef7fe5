/** From the account that a merge removes to the one that stays; undoing goes the other way. */
export interface PersonMove {
  readonly from: number;
  readonly to: number;
}
