import { addYears } from '@portal/contract/dates';

/** The hours of training that a kind requires in the years before a renewal is requested. */
export interface RefresherRule {
  readonly hours: number;
  readonly years: number;
}

/** A class of the kind in which the person took part. */
export interface Training {
  readonly classCode: string;
  readonly lastDay: string;
  readonly hours: number;
  readonly isPassed: boolean;
}

interface Assessment<T> {
  /** The first day on which a class may end and count. */
  readonly countedFrom: string;
  readonly counted: number;
  /** 0: the rule is met; null: the kind has none. */
  readonly missing: number | null;
  readonly trainings: readonly (T & { readonly counts: boolean })[];
}

interface RenewalDays {
  readonly issuedOn: string;
  readonly askedOn: string;
}

/**
 * Classes count if they were passed and ended since the issue and within the years of the rule. A class that ends while
 * the request waits counts, too.
 */
export const assessTraining = <T extends Training>(
  rule: RefresherRule | null,
  { issuedOn, askedOn }: RenewalDays,
  trainings: readonly T[],
): Assessment<T> => {
  const start = rule ? addYears(askedOn, -rule.years) : issuedOn;
  const countedFrom = start > issuedOn ? start : issuedOn;
  const marked = trainings.map((each) => ({
    ...each,
    counts: each.isPassed && each.lastDay >= countedFrom,
  }));
  const counted = marked.reduce((sum, { hours, counts }) => sum + (counts ? hours : 0), 0);
  return { countedFrom, counted, missing: rule && Math.max(0, rule.hours - counted), trainings: marked };
};
