import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../platform/session.ts';
import { type EventsFilter, eventsPath } from './events-path.ts';

interface EventsLinkProps {
  filter: EventsFilter;
  children: ReactNode;
  className?: string;
}

/** Shown to staff who may read 稽核紀錄. */
export const EventsLink = ({ filter, children, className = '' }: EventsLinkProps) =>
  useMay('audit.read') && (
    <Link className={`text-sea-800 underline hover:no-underline ${className}`} to={eventsPath(filter)}>
      {children}
    </Link>
  );
