declare const proven: unique symbol;

/** Only `proveTrainee` makes one. */
export interface Trainee {
  readonly [proven]: true;
  readonly accountId: number;
}

/** Only the gate and calls that have just checked a password or a mailed link may use it. */
export const proveTrainee = <T extends Omit<Trainee, typeof proven>>(found: T): T & Trainee =>
  found as T & Trainee;
