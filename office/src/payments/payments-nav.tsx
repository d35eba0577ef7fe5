import { NavLink } from 'react-router';
import { paths } from '../platform/paths.ts';
import { paymentsText as text } from '../text/zh-TW/payments.ts';

const linkLook =
  'inline-flex min-h-11 items-center border-b-4 border-transparent px-3 font-semibold text-sea-800 no-underline hover:bg-sea-50 aria-[current=page]:border-sea-700';

const entries = [
  { path: paths.payments, name: text.desk },
  { path: paths.paymentList, name: text.payments },
  { path: paths.refunds, name: text.refunds },
];

/** The pages of 繳費對帳. */
export const PaymentsNav = () => (
  <nav aria-label={text.nav} className="mb-6 border-line-strong border-b print:hidden">
    <ul className="-mb-px flex flex-wrap gap-x-1">
      {entries.map(({ path, name }) => (
        <li key={path}>
          <NavLink className={linkLook} end to={path}>
            {name}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);
