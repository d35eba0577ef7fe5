import { Link, NavLink } from 'react-router';

const look =
  'inline-flex min-h-11 items-center whitespace-nowrap border-b-4 border-transparent px-3 font-semibold text-sea-800 no-underline hover:bg-sea-50 aria-[current=page]:border-sea-700 forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]';

interface PageTabsProps {
  label: string;
  /** Needed for tabs that differ in the query of the address. */
  isCurrent?: (to: string) => boolean;
  tabs: readonly { readonly name: string; readonly to: string }[];
}

export const PageTabs = ({ label, tabs, isCurrent }: PageTabsProps) => (
  <nav aria-label={label} className="mb-4 border-line-strong border-b print:hidden">
    <ul className="-mb-px flex gap-x-1 max-sm:overflow-x-auto sm:flex-wrap">
      {tabs.map(({ name, to }) => (
        <li key={to}>
          {isCurrent ? (
            <Link aria-current={isCurrent(to) ? 'page' : undefined} className={look} to={to}>
              {name}
            </Link>
          ) : (
            <NavLink className={look} end to={to}>
              {name}
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  </nav>
);
