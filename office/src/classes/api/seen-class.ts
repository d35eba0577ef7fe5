/** The version that the officer saw. */
export interface SeenClass {
  readonly id: number;
  readonly version: number;
}
