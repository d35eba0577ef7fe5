import { PageTabs } from '../platform/page-tabs.tsx';
import { paths } from '../platform/paths.ts';
import { paymentsText as text } from '../text/zh-TW/payments.ts';

const tabs = [
  { name: text.desk, to: paths.accounts.to() },
  { name: text.payments, to: paths.payments.to() },
  { name: text.refunds, to: paths.refunds.to() },
];

export const PaymentsNav = () => <PageTabs label={text.nav} tabs={tabs} />;
