import type { ReactNode } from 'react';

export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
}

/** Shows facts in two columns if there is space. */
export const RegistrationFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid gap-x-6 xl:grid-cols-2">
    {facts.map(({ term, value }) => (
      <div className="grid grid-cols-[6.5em_minmax(0,1fr)] gap-x-3 border-line border-b py-1.5" key={term}>
        <dt className="text-ink-soft text-sm leading-[1.8]">{term}</dt>
        <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
);
