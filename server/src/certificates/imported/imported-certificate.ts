/** A certificate of another system. */
export interface ImportedCertificate {
  readonly accountId: number;
  readonly organizationId: number;
  readonly courseId: number;
  /** The registration in a past class that was imported with the certificate. */
  readonly registrationId?: number;
  readonly courseCode: string;
  readonly kindId: number;
  /** The number that the other system printed on it. */
  readonly number: string;
  readonly issuedOn: string;
  readonly endTime: string;
  readonly years: number;
  /** The latest one of the person and kind in its file: earlier ones lapse. */
  readonly isLatest: boolean;
}
