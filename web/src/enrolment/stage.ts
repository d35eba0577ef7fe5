export const stages = ['sent', 'review', 'payment', 'done'] as const;
export type Stage = (typeof stages)[number];

export type Situation = 'review' | 'refused' | 'unpaid' | 'reported' | 'done';

interface Pair {
  /** Null: under review. */
  readonly enable: number | boolean | null;
  /** Null: under review. */
  readonly paid: number | null;
}

export const situationOf = ({ enable, paid }: Pair): Situation => {
  if (enable === null) return 'review';
  if (enable !== 1 && enable !== true) return 'refused';
  if (paid === null) return 'reported';
  return paid === 1 ? 'done' : 'unpaid';
};

/** Null once rejected. */
export const stageOf = (situation: Situation): Stage | null => {
  if (situation === 'refused') return null;
  if (situation === 'review') return 'review';
  return situation === 'done' ? 'done' : 'payment';
};

export const isOverdue = ({ payment_due }: { payment_due: string | null }, today: string): boolean =>
  payment_due !== null && payment_due < today;
