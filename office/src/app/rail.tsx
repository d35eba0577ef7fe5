import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { sessionQuery } from '../platform/session.ts';
import { useWaiting } from '../platform/waiting.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { SectionIcon } from './section-icon.tsx';
import { isIn, type OfficeSection, sections } from './sections.ts';

export const useSections = (): OfficeSection[] => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  return sections.filter(
    ({ right }) => right === undefined || [right].flat().some((each) => can.includes(each)),
  );
};

export const RAIL = 'rail';

/** The navigation stands beside the page on a wide screen, and below the top bar on a narrow one. */
export const Rail = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <nav
    aria-label={frameText.nav}
    className={`on-dark sticky top-14 z-20 max-h-[calc(100dvh-3.5rem)] overflow-y-auto bg-bar text-on-bar lg:z-0 lg:block lg:h-[calc(100dvh-3.5rem)] lg:w-52 lg:shrink-0 print:hidden ${isOpen ? '' : 'hidden'}`}
    id={RAIL}
  >
    <ul className="p-2">
      {useSections().map((section) => (
        <RailEntry key={section.key} section={section} />
      ))}
    </ul>
    {children}
  </nav>
);

const entryLook =
  'flex min-h-11 items-center gap-3 rounded-md border-s-4 border-transparent px-3 font-semibold text-on-bar no-underline hover:bg-bar-hover aria-[current=page]:border-on-bar aria-[current=page]:bg-bar-hover forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]';

const RailEntry = ({ section }: { section: OfficeSection }) => {
  const { path, name, icon, work } = section;
  const isCurrent = isIn(section, useLocation().pathname);
  return (
    <li>
      <Link aria-current={isCurrent ? 'page' : undefined} className={entryLook} to={path.to()}>
        <SectionIcon name={icon} />
        <span className="min-w-0 flex-1">{name}</span>
        <WaitingNumber work={work} />
      </Link>
    </li>
  );
};

const MAX_SHOWN = 999;

const WaitingNumber = ({ work }: { work: OfficeSection['work'] }) => {
  const count = useWaiting(work);
  if (count === 0) return null;
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : `${count}`;
  return (
    <span className="rounded-full bg-white px-2 font-bold text-sea-900 text-sm">
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{frameText.waiting(shown)}</span>
    </span>
  );
};
