/** The way of a registration: sent, reviewed, paid, done. */
export const stages = ['sent', 'review', 'payment', 'done'] as const;
export type Stage = (typeof stages)[number];

export type Situation = 'review' | 'refused' | 'unpaid' | 'reported' | 'done';

interface Pair {
  /** null under review, 1 or true approved. */
  readonly enable: number | boolean | null;
  /** null under review, 1 paid. */
  readonly paid: number | null;
}

export const situationOf = ({ enable, paid }: Pair): Situation => {
  if (enable === null) return 'review';
  if (enable !== 1 && enable !== true) return 'refused';
  if (paid === null) return 'reported';
  return paid === 1 ? 'done' : 'unpaid';
};

/** The step that is being taken; null once a registration was refused. */
export const stageOf = (situation: Situation): Stage | null => {
  if (situation === 'refused') return null;
  if (situation === 'review') return 'review';
  return situation === 'done' ? 'done' : 'payment';
};

/** Whether the last day to pay is over. */
export const isOverdue = ({ payment_due }: { payment_due: string | null }, today: string): boolean =>
  payment_due !== null && payment_due < today;
