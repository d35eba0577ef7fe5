import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { useUser } from '../platform/session.ts';
import { home } from '../text/zh-TW/home.ts';
import { menus } from './menu.ts';

export const SideMenu = () => {
  const sections = menus(useUser() !== null);
  return (
    <nav
      aria-label={home.menu}
      className="rounded-xl border border-line bg-surface in-data-person:invisible shadow-card"
    >
      <h2 className="px-5 pt-4 text-lg">{home.menu}</h2>
      <div className="pb-2 sm:max-lg:grid sm:max-lg:grid-cols-2">
        {sections.map((section) => (
          <div key={section.label}>
            <h3 className="px-5 pt-3 pb-1 text-ink-soft text-sm">{section.label}</h3>
            <ul>
              {section.links.map((link) => (
                <li key={link.to}>
                  <Link
                    className="flex min-h-11 items-center justify-between px-5 hover:bg-sea-50 hover:text-sea-800"
                    to={link.to}
                  >
                    {link.label}
                    <Icon className="size-4 text-sea-500" name="chevron-right" />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
};
