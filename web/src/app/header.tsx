import { site } from '@portal/kit/browser/site.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link, NavLink } from 'react-router';
import { useLogOut } from '../accounts/use-log-out.ts';
import { paths } from '../platform/paths.ts';
import { useUser } from '../platform/session.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import emblem from './emblem.svg';
import { type MenuSection, menus } from './menu.ts';
import { useDisclosure } from './use-disclosure.ts';

const barLink = 'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold hover:bg-bar-hover';
const currentClasses = ({ isActive }: { isActive: boolean }) => (isActive ? ' bg-sea-50 font-semibold' : '');

export const Header = () => {
  const user = useUser();
  const sections = menus(user !== null);
  return (
    <header className="on-dark sticky top-0 z-30 bg-bar text-on-bar print:hidden">
      <div className="mx-auto flex h-14 max-w-page items-center gap-x-2 px-4 md:h-16">
        <Logo />
        <nav aria-label={frameText.mainMenu} className="ms-4 hidden gap-1 md:flex lg:ms-8">
          {sections.map((section) => (
            <DropDown key={section.label} section={section} />
          ))}
        </nav>
        <div className="ms-auto flex items-center in-data-person:invisible md:gap-1">
          {user && (
            <span className="hidden max-w-32 truncate px-2 text-sm md:inline lg:max-w-60">
              {frameText.greeting(user.chinese_name ?? '')}
            </span>
          )}
          <Link className={`${barLink} max-md:hidden`} to={paths.home.to()}>
            {frameText.backHome}
          </Link>
          {user ? <LogOut className={`${barLink} max-md:hidden`} /> : <LogIn />}
          <PhoneMenu sections={sections} user={user} />
        </div>
      </div>
    </header>
  );
};

const Logo = () => (
  <Link
    aria-label={site.name + frameText.logo}
    className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-md font-bold text-lg tracking-wide md:text-xl"
    to={paths.home.to()}
  >
    <img alt="" className="size-9 rounded-md md:size-10" height="40" src={site.logo ?? emblem} width="40" />
    <span aria-hidden="true">{site.name}</span>
  </Link>
);

const LogIn = () => (
  <Link className={barLink} to={paths.login.to()}>
    {frameText.logIn}
  </Link>
);

const LogOut = ({ className }: { className: string }) => {
  const logOut = useLogOut();
  return (
    <button className={className} onClick={logOut} type="button">
      {frameText.logOut}
    </button>
  );
};

const DropDown = ({ section }: { section: MenuSection }) => {
  const { isOpen, toggle, area, button } = useDisclosure<HTMLDivElement>();
  return (
    <div className="relative" ref={area}>
      <button
        aria-expanded={isOpen}
        className={`${barLink} gap-1 text-base ${isOpen ? 'bg-bar-hover' : ''}`}
        onClick={toggle}
        ref={button}
        type="button"
      >
        {section.label}
        <Icon className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} name="chevron-down" />
      </button>
      {isOpen && (
        <ul className="off-dark absolute start-0 top-full mt-2 min-w-56 rounded-lg border border-line bg-surface py-2 text-ink shadow-lift">
          {section.links.map((link) => (
            <li key={link.to}>
              <NavLink
                caseSensitive
                className={(state) =>
                  `flex min-h-11 items-center px-5 hover:bg-sea-50 hover:text-sea-800${currentClasses(state)}`
                }
                to={link.to}
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

interface PhoneMenuProps {
  user: ReturnType<typeof useUser>;
  sections: MenuSection[];
}

const PhoneMenu = ({ user, sections }: PhoneMenuProps) => {
  const { isOpen, toggle, area, button } = useDisclosure<HTMLDivElement>();
  return (
    <div className="md:hidden" ref={area}>
      <button
        aria-expanded={isOpen}
        aria-label={isOpen ? frameText.closeMenu : frameText.openMenu}
        className="-me-2 inline-flex size-11 items-center justify-center rounded-md hover:bg-bar-hover"
        onClick={toggle}
        ref={button}
        type="button"
      >
        <Icon className="size-6" name={isOpen ? 'cross' : 'menu'} />
      </button>
      {/* A tap outside must not open a link under the menu. */}
      {isOpen && (
        <button
          aria-hidden="true"
          className="fixed inset-x-0 top-14 bottom-0 cursor-default bg-shade"
          onClick={toggle}
          tabIndex={-1}
          type="button"
        />
      )}
      {isOpen && <PhoneLinks sections={sections} user={user} />}
    </div>
  );
};

const PhoneLinks = ({ user, sections }: PhoneMenuProps) => (
  <nav
    aria-label={frameText.mainMenu}
    className="off-dark absolute inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-line border-b bg-surface px-4 pb-4 text-ink shadow-lift"
  >
    {user && (
      <p className="border-line border-b px-2 py-3 font-semibold">
        {frameText.greeting(user.chinese_name ?? '')}
      </p>
    )}
    <NavLink
      caseSensitive
      className={(state) => `flex min-h-12 items-center rounded-md px-2${currentClasses(state)}`}
      to={paths.home.to()}
    >
      {frameText.backHome}
    </NavLink>
    {sections.map((section) => (
      <section key={section.label}>
        <h2 className="border-line border-t px-2 pt-3 pb-1 text-ink-soft text-sm">{section.label}</h2>
        <ul>
          {section.links.map((link) => (
            <li key={link.to}>
              <NavLink
                caseSensitive
                className={(state) => `flex min-h-12 items-center rounded-md px-2${currentClasses(state)}`}
                to={link.to}
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </section>
    ))}
    {user && (
      <div className="mt-2 border-line border-t pt-2">
        <LogOut className="flex min-h-12 w-full items-center rounded-md px-2 text-start" />
      </div>
    )}
  </nav>
);
