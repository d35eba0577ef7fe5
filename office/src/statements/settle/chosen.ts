import type { Payable } from '@portal/contract/office/payment';
import type { OpenReport, UnmatchedLine } from '@portal/contract/office/statements';

export interface Chosen {
  readonly registrationIds: readonly number[];
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly code: string;
  readonly due: number;
  readonly isPaid: boolean;
}

export const namesOf = ({ people }: Pick<Chosen, 'people'>): string =>
  people.map(({ name }) => name).join('、');

export const chosenReport = ({ registrations, class: { code }, due, returned }: OpenReport): Chosen => ({
  registrationIds: registrations.map(({ id }) => id),
  people: registrations.map(({ personId: id, name }) => ({ id, name })),
  code,
  due: due - returned,
  isPaid: false,
});

export const chosenPayable = ({ id, personId, name, class: { code }, due, state }: Payable): Chosen => ({
  registrationIds: [id],
  people: [{ id: personId, name }],
  code,
  due,
  isPaid: state === 'confirmed',
});

type Paid = NonNullable<UnmatchedLine['paid']>;

const chosenTogether = (registrations: Paid['registrations'], isPaid: boolean): Chosen[] => {
  const people = registrations.filter((each) => each.isPaid === isPaid);
  if (people.length === 0) return [];
  const together = {
    registrationIds: people.map(({ id }) => id),
    people: people.map(({ personId: id, name }) => ({ id, name })),
    code: [...new Set(people.map(({ code }) => code))].join('、'),
    due: people.reduce((sum, { due }) => sum + due, 0),
  };
  return [{ ...together, isPaid }];
};

/** First the people who owe, then those who have paid and get the surplus. */
export const chosenPaid = ({ registrations }: Paid): Chosen[] => [
  ...chosenTogether(registrations, false),
  ...chosenTogether(registrations, true),
];

/** The people of the reports and, if nobody else owes, those who have paid for the same line. */
export const chosenReports = (reports: readonly OpenReport[], paid: Paid | null): Chosen[] => {
  const chosen = reports.map(chosenReport);
  const ids = new Set(chosen.flatMap(({ registrationIds }) => registrationIds));
  const owing = paid?.registrations.filter(({ isPaid }) => !isPaid) ?? [];
  const isTheirs = owing.length > 0 && owing.every(({ id }) => ids.has(id));
  return paid && isTheirs ? [...chosen, ...chosenTogether(paid.registrations, true)] : chosen;
};

export const withChosen = (chosen: readonly Chosen[], added: Chosen): Chosen[] => {
  const there = new Set(chosen.flatMap(({ registrationIds }) => registrationIds));
  return added.registrationIds.some((id) => there.has(id)) ? [...chosen] : [...chosen, added];
};

/** `shared`: people who have paid before get what the others leave. `mixed`: nothing is left for them. */
export type Outcome = 'nothing' | 'mixed' | 'shared' | 'surplus' | 'even' | 'over' | 'short';

const outcomeFor = (chosen: readonly Chosen[], difference: number): Outcome => {
  if (chosen.length === 0) return 'nothing';
  if (chosen.every(({ isPaid }) => isPaid)) return 'surplus';
  if (chosen.some(({ isPaid }) => isPaid)) return difference > 0 ? 'shared' : 'mixed';
  return difference === 0 ? 'even' : difference > 0 ? 'over' : 'short';
};

export const outcomeOf = (
  chosen: readonly Chosen[],
  amount: number,
): { outcome: Outcome; difference: number } => {
  const difference = amount - chosen.reduce((sum, each) => sum + each.due, 0);
  return { outcome: outcomeFor(chosen, difference), difference };
};
