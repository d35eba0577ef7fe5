import type { Payable } from '@portal/contract/office/payments';
import type { OpenReport, UnmatchedLine } from '@portal/contract/office/statements';

export interface Chosen {
  readonly registrationIds: readonly number[];
  readonly name: string;
  readonly code: string;
  readonly due: number;
  readonly isPaid: boolean;
}

export const chosenReport = ({ registrations, class: { code }, due }: OpenReport): Chosen => ({
  registrationIds: registrations.map(({ id }) => id),
  name: registrations.map(({ name }) => name).join('、'),
  code,
  due,
  isPaid: false,
});

export const chosenPayable = ({ id, name, class: { code }, fee, kept, state }: Payable): Chosen => ({
  registrationIds: [id],
  name,
  code,
  due: state === 'confirmed' ? 0 : Math.max(0, fee - kept),
  isPaid: state === 'confirmed',
});

/** It gets the surplus. */
export const chosenPaid = ({ paid }: UnmatchedLine): Chosen | null => {
  const [first] = paid?.registrations ?? [];
  return first
    ? { registrationIds: [first.id], name: first.name, code: first.code, due: 0, isPaid: true }
    : null;
};

export const withChosen = (chosen: readonly Chosen[], added: Chosen): Chosen[] => {
  const there = new Set(chosen.flatMap(({ registrationIds }) => registrationIds));
  return added.registrationIds.some((id) => there.has(id)) ? [...chosen] : [...chosen, added];
};

/** None while the choice is empty or mixes paid and unpaid registrations. */
export type Outcome = 'nothing' | 'mixed' | 'surplus' | 'even' | 'over' | 'short';

export const outcomeOf = (
  chosen: readonly Chosen[],
  amount: number,
): { outcome: Outcome; difference: number } => {
  const due = chosen.reduce((sum, each) => sum + each.due, 0);
  const difference = amount - due;
  const paid = chosen.filter(({ isPaid }) => isPaid).length;
  if (chosen.length === 0) return { outcome: 'nothing', difference };
  if (paid > 0) return { outcome: chosen.length === 1 ? 'surplus' : 'mixed', difference };
  return { outcome: difference === 0 ? 'even' : difference > 0 ? 'over' : 'short', difference };
};
