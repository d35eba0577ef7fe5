import { addDays } from '@portal/contract/dates';
import { DUE_DAYS, type HeldState } from '@portal/contract/group-certificates';

/** The facts about one person and one certificate kind that the group needs. */
export interface HeldFacts {
  /** The last valid day of the certificate; null without one that counts. */
  readonly until: string | null;
  /** The first day of the class in which the person holds a seat. */
  readonly enrolledFrom: string | null;
  readonly renewalAsked: boolean;
}

export type JudgeHeld = (facts: Pick<HeldFacts, 'until'>) => HeldState;

/** Judges certificates on one day. A certificate is valid on its last day. */
export const judgeOn = (day: string): JudgeHeld => {
  const [in30, in60, in90] = [addDays(day, 30), addDays(day, 60), addDays(day, DUE_DAYS)];
  return ({ until }) => {
    if (until === null) return 'missing';
    if (until < day) return 'expired';
    if (until <= in30) return 'in_30';
    if (until <= in60) return 'in_60';
    return until <= in90 ? 'in_90' : 'valid';
  };
};

const isValid = (state: HeldState): boolean => state !== 'missing' && state !== 'expired';

const isEnding = (state: HeldState): boolean => isValid(state) && state !== 'valid';

export const isUnderWay = ({ enrolledFrom, renewalAsked }: HeldFacts): boolean =>
  enrolledFrom !== null || renewalAsked;

export interface KindTotals {
  readonly valid: number;
  readonly ending: number;
  readonly underWay: number;
  readonly short: number;
  /** The need asks for everybody who lacks the certificate, so that nobody has to choose among them. */
  readonly needsAllMissing: boolean;
}

/** `count`: how many people should hold the kind. */
export const totalsOf = (held: readonly HeldFacts[], count: number, judge: JudgeHeld): KindTotals => {
  const states = held.map(judge);
  const valid = states.filter(isValid).length;
  const missing = states.filter((state) => state === 'missing').length;
  return {
    valid,
    ending: states.filter(isEnding).length,
    underWay: held.filter(isUnderWay).length,
    short: Math.max(count - valid, 0),
    needsAllMissing: missing <= count - valid,
  };
};

export const isDue = (state: HeldState, { needsAllMissing }: Pick<KindTotals, 'needsAllMissing'>): boolean =>
  state === 'missing' ? needsAllMissing : state !== 'valid';
