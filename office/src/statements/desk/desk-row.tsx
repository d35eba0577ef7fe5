import type { KeyboardEvent, ReactNode } from 'react';

export const lineRow = (id: number) => `line-${id}`;
export const reportRow = (id: number) => `report-${id}`;

interface DeskRowProps {
  id: string;
  className: string;
  children: ReactNode;
}

/** Enter presses the first button of the row that has the focus, once however long it is held. */
const pressMain = (event: KeyboardEvent<HTMLLIElement>) => {
  const { key, target, currentTarget, repeat } = event;
  if (key !== 'Enter' || target !== currentTarget) return;
  // Otherwise the key would also press what has the focus in the dialog that opens.
  event.preventDefault();
  if (!repeat) currentTarget.querySelector('button')?.click();
};

/** A line or a report among those that are looked at one by one. */
export const DeskRow = ({ id, className, children }: DeskRowProps) => (
  <li
    className={`focus:outline-3 focus:outline-sea-500 ${className}`}
    id={id}
    onKeyDown={pressMain}
    tabIndex={-1}
  >
    {children}
  </li>
);
