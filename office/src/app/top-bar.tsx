import type { OfficeSession } from '@portal/contract/office/staff';
import { site } from '@portal/kit/browser/site.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { roleTexts } from '../staff/members/role-texts.ts';
import { useSignOut } from '../staff/sign-in/use-sign-out.tsx';
import { frameText } from '../text/zh-TW/frame.ts';
import { jobsText } from '../text/zh-TW/jobs.ts';
import { searchText } from '../text/zh-TW/search.ts';
import { RAIL } from './rail.tsx';
import { ScopeChoice } from './scope-choice.tsx';

interface TopBarProps {
  session: OfficeSession;
  isMenuOpen: boolean;
  onMenu: () => void;
  /** Null if nothing may be searched. */
  onSearch: () => void;
  onShortcuts: () => void;
}

const buttonLook =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-3 font-semibold text-on-bar hover:bg-bar';

export const TopBar = ({ session, isMenuOpen, onMenu, onSearch, onShortcuts }: TopBarProps) => (
  <header className="on-dark sticky top-0 z-30 bg-bar-strong text-on-bar print:hidden">
    <div className="flex min-h-14 items-center gap-2 px-2 lg:px-4">
      <button
        aria-controls={RAIL}
        aria-expanded={isMenuOpen}
        aria-label={isMenuOpen ? frameText.closeMenu : frameText.openMenu}
        className={`${buttonLook} lg:hidden`}
        onClick={onMenu}
        type="button"
      >
        <Icon name={isMenuOpen ? 'cross' : 'menu'} />
      </button>
      <p className="min-w-0 flex-1 truncate font-bold sm:text-lg">
        <span className="sm:hidden">{frameText.officeShort}</span>
        <span className="max-sm:hidden">{frameText.office(site.name)}</span>
      </p>
      <SearchButton onSearch={onSearch} />
      <ScopeChoice />
      <AccountMenu onShortcuts={onShortcuts} session={session} />
    </div>
  </header>
);

const SearchButton = ({ onSearch }: { onSearch: () => void }) => (
  <button
    aria-haspopup="dialog"
    className={`${buttonLook} sm:border sm:border-current`}
    onClick={onSearch}
    type="button"
  >
    <Icon name="search" />
    <span className="max-sm:sr-only">{searchText.open}</span>
    <span aria-hidden="true" className="text-sm max-md:hidden">
      {searchText.keys}
    </span>
  </button>
);

const MENU_ID = 'account-menu';

const itemLook =
  'flex min-h-11 w-full items-center px-4 text-start font-semibold text-sea-800 no-underline hover:bg-sea-50';

/** Esc and a press outside close it, as with every `popover`. */
const AccountMenu = ({ session, onShortcuts }: Pick<TopBarProps, 'session' | 'onShortcuts'>) => {
  const { signOut, isPending, question } = useSignOut();
  const close = () => document.getElementById(MENU_ID)?.hidePopover();
  return (
    <>
      <button className={buttonLook} popoverTarget={MENU_ID} type="button">
        <Icon name="user" />
        <span className="max-w-40 truncate max-sm:sr-only">{session.name}</span>
        <Icon className="size-4 max-sm:hidden" name="chevron-down" />
      </button>
      <div
        className="off-dark inset-auto end-2 top-14 m-0 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-line-strong bg-surface py-2 text-ink shadow-lift lg:end-4"
        id={MENU_ID}
        popover="auto"
      >
        <p className="px-4 py-1 font-semibold">{session.name}</p>
        <ul className="px-4 pb-2 text-ink-soft text-sm">
          {roleTexts(session.roles).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Link className={`${itemLook} border-line border-t`} onClick={close} to={paths.account.to()}>
          {frameText.account}
        </Link>
        <Link className={itemLook} onClick={close} to={paths.jobs.to()}>
          {jobsText.title}
        </Link>
        <button
          className={itemLook}
          onClick={() => {
            close();
            onShortcuts();
          }}
          type="button"
        >
          {frameText.shortcuts.title}
        </button>
        <button aria-busy={isPending || undefined} className={itemLook} onClick={signOut} type="button">
          {isPending ? frameText.signingOut : frameText.signOut}
        </button>
      </div>
      {question}
    </>
  );
};
