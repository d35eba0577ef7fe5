/** Aligns scores in a column. */
export const scoreText = (score: number): string => score.toFixed(1);

interface Graded {
  readonly score: number;
  readonly pass_score: number;
}

export const isFailed = ({ score, pass_score }: Graded): boolean => score < pass_score;

/** Null if the subjects differ. */
export const commonPassScore = (graded: readonly Graded[]): number | null => {
  const [first, ...others] = new Set(graded.map(({ pass_score }) => pass_score));
  return first === undefined || others.length > 0 ? null : first;
};
