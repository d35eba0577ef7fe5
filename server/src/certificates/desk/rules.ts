import type { Lack } from '@portal/contract/office/certificate-issuing';
import { type Attended, meetsAttendance } from '../../training/rules.ts';

export interface CandidateFacts {
  /** In whole New Taiwan dollars. */
  readonly owed: number;
  readonly attended: Attended;
  /** In percent. */
  readonly minimum: number;
  /** Staff have decided that the person passes, with a reason. */
  readonly isDecided: boolean;
  /** The portal stores photos of 295 × 413 pixels and refuses smaller ones. */
  readonly hasPhoto: boolean;
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly country: 'local' | 'foreign';
  readonly birthday: string | null;
  /** A valid certificate of the kind, not of this registration. */
  readonly holdsLive: boolean;
}

/** The name that the law asks for: foreigners have it in Latin letters. */
const hasLegalName = ({ country, chineseName, englishName }: CandidateFacts): boolean =>
  Boolean(country === 'local' ? chineseName : englishName);

const DAY_MS = 86_400_000;

/** Days since the last day of training; below 0 before it. Both days are in Taipei. */
export const daysSince = (lastDay: string, day: string): number =>
  Math.round((Date.parse(day) - Date.parse(lastDay)) / DAY_MS);

/** Returns the conditions that are not met, in the order of the checklist. */
export const lacksOf = (facts: CandidateFacts): Lack[] => {
  const fulfilled: Record<Lack, boolean> = {
    paid: facts.owed === 0,
    attendance: facts.isDecided || meetsAttendance(facts.attended, facts.minimum),
    photo: facts.hasPhoto,
    name: hasLegalName(facts),
    identity: facts.birthday !== null,
    live: !facts.holdsLive,
  };
  return (Object.keys(fulfilled) as Lack[]).filter((lack) => !fulfilled[lack]);
};
