import type { ReactNode } from 'react';

export interface Row {
  term: string;
  value: ReactNode;
}

/** Terms and values, side by side or stacked on a phone. */
export function Rows({ rows, className = '' }: { rows: readonly Row[]; className?: string }) {
  return (
    <dl className={`divide-y divide-line border-line border-y ${className}`}>
      {rows.map((row) => (
        <div
          className="grid grid-cols-[6.5em_1fr] gap-x-4 py-2 sm:grid-cols-[10em_1fr] print:grid-cols-[10em_1fr]"
          key={row.term}
        >
          <dt className="text-ink-soft">{row.term}</dt>
          <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
