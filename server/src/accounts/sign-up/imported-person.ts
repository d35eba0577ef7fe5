/** A person of another system. The number is of an identity card, or for foreigners of a passport or residence permit. */
export interface ImportedPerson {
  readonly country: 'local' | 'foreign';
  readonly number: string;
  readonly chineseName: string;
  readonly birthday: string;
  readonly englishName: string | null;
  readonly sex: 0 | 1 | null;
  readonly organizationId: number | null;
  readonly email: string | null;
  readonly cellPhone: string | null;
  readonly homePhone: string | null;
  readonly companyPhone: string | null;
  readonly cityId: number | null;
  readonly areaId: number | null;
  readonly addressCode: string | null;
  readonly address: string | null;
  readonly employer: string | null;
  readonly careerId: number | null;
  readonly educationId: number | null;
  readonly educationStatusId: number | null;
  readonly school: string | null;
  readonly department: string | null;
}
