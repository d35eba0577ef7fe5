import type { StatementAccount } from '@portal/contract/office/statements';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import type { ReactNode } from 'react';
import type { Load } from '../platform/loaded.tsx';
import { LoadedPage } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.pages;

const accountName = ({ bank, number }: Pick<StatementAccount, 'bank' | 'number'>): string =>
  `${bank} ${number}`;

const deskOf = (account: StatementAccount) => ({
  label: accountName(account),
  to: paths.desk.to({ id: account.id }),
});

const payments = { label: text.back, to: paths.accounts.to() };

interface BankAccountPageProps<Data extends { account: StatementAccount }> {
  query: Load<Data>;
  /** Absent on the desk of the account. */
  title?: string;
  actions?: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
}

export const BankAccountPage = <Data extends { account: StatementAccount }>(
  props: BankAccountPageProps<Data>,
) => {
  const { query, title, actions, children } = props;
  return (
    <LoadedPage
      head={(data) => {
        const desk = deskOf(data.account);
        const owner = `${data.account.holder}（${data.account.organization}）`;
        return {
          title: title ?? desk.label,
          under: title ? [payments, desk] : [payments],
          lead: title ? `${desk.label}　${owner}` : owner,
          actions: actions?.(data),
        };
      }}
      kind={title ?? paymentsText.title}
      query={query}
      under={[payments]}
    >
      {children}
    </LoadedPage>
  );
};

export const DeskLinks = ({ account: { id, can } }: { account: StatementAccount }) => (
  <>
    <ButtonLink to={paths.daySheet.to({ id })}>{text.sheet}</ButtonLink>
    {can.import && (
      <ButtonLink to={paths.statementImport.to({ id })} variant="primary">
        {text.import}
      </ButtonLink>
    )}
  </>
);
