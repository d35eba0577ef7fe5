import type { ReactNode } from 'react';

export interface Row {
  term: string;
  value: ReactNode;
  short?: boolean | undefined;
}

export function Rows({ rows, className = '' }: { rows: readonly Row[]; className?: string }) {
  return (
    <dl className={`divide-y divide-line ${className}`}>
      {rows.map((row) => (
        <div
          className="grid grid-cols-[7em_1fr] gap-x-3 py-2 sm:grid-cols-[10em_1fr] print:grid-cols-[10em_1fr]"
          key={row.term}
        >
          <dt className="text-ink-soft">{row.term}</dt>
          <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="border-line max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-3 sm:divide-y sm:divide-line sm:border-b">
      {rows.map((row) => (
        <div
          className={`sm:grid sm:grid-cols-[10em_1fr] sm:gap-x-4 sm:py-2 ${row.short ? '' : 'max-sm:col-span-2'}`}
          key={row.term}
        >
          <dt className="text-ink-soft max-sm:text-sm">{row.term}</dt>
          <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
