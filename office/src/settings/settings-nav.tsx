import { NavLink } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { bankAccountsText } from '../text/zh-TW/bank-accounts.ts';
import { coursesText } from '../text/zh-TW/courses.ts';
import { membersText } from '../text/zh-TW/members.ts';
import { phrasesText } from '../text/zh-TW/phrases.ts';

const linkLook =
  'inline-flex min-h-11 items-center border-b-4 border-transparent px-3 font-semibold text-sea-800 no-underline hover:bg-sea-50 aria-[current=page]:border-sea-700 forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]';

/** The pages of 設定. */
export const SettingsNav = () => (
  <nav aria-label={membersText.settings} className="mb-6 border-line-strong border-b">
    <ul className="-mb-px flex flex-wrap gap-x-1">
      {useMay('staff.read') && <Entry name={membersText.title} path={paths.staff} />}
      {useMay('settings.read') && <Entry name={coursesText.title} path={paths.courses} />}
      {useMay('settings.read') && <Entry name={bankAccountsText.title} path={paths.bankAccounts} />}
      <Entry name={phrasesText.title} path={paths.phrases} />
    </ul>
  </nav>
);

const Entry = ({ path, name }: { path: string; name: string }) => (
  <li>
    <NavLink className={linkLook} to={path}>
      {name}
    </NavLink>
  </li>
);
