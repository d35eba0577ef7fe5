import { ButtonLink } from '@portal/kit/ui/button.tsx';
import type { ReactNode } from 'react';

interface TaskRowProps {
  kind: string;
  children: ReactNode;
  age: string;
  to: string;
  verb: string;
  /** Tells the verbs of several rows apart. */
  label: string;
}

/** One line on a wide screen; on a phone the button stands beside two short lines. */
export const TaskRow = ({ kind, children, age, to, verb, label }: TaskRowProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-3 py-1 lg:py-0 lg:grid-cols-[9rem_minmax(0,1fr)_11rem_8rem]">
    <span className="font-semibold">{kind}</span>
    <span className="min-w-0 max-lg:row-start-2 max-lg:text-sm lg:truncate">
      {children}
      <span className="ms-3 text-ink-soft text-sm lg:hidden">{age}</span>
    </span>
    <span className="text-ink-soft text-sm max-lg:hidden">{age}</span>
    <ButtonLink
      aria-label={label}
      className="text-sm max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1"
      to={to}
      variant="quiet"
    >
      {verb}
    </ButtonLink>
  </li>
);
