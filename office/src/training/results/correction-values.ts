import type { ScoreCorrection } from '@portal/contract/office/training';

export interface CorrectionValues {
  readonly reason: string;
  /** The registrations whose former result stays. */
  readonly keep: readonly number[];
  readonly decidedReason: string;
}

export const noValues: CorrectionValues = { reason: '', keep: [], decidedReason: '' };

/** The former result may stay where another one, or none, is computed. */
export const mayKeep = ({ former, computed }: Pick<ScoreCorrection, 'former' | 'computed'>): boolean =>
  computed !== former;

/** The ticks of people who may still keep their result after another look at the file. */
export const valuesFor = (
  { keep, ...values }: CorrectionValues,
  corrections: readonly ScoreCorrection[],
): CorrectionValues => {
  const open = new Set(corrections.filter(mayKeep).map(({ registrationId }) => registrationId));
  return { ...values, keep: keep.filter((id) => open.has(id)) };
};
