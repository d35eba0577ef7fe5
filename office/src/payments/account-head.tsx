import type { StatementAccount } from '@portal/contract/office/statements';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import type { ReactNode } from 'react';
import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.pages;

export const accountName = ({ bank, number }: Pick<StatementAccount, 'bank' | 'number'>): string =>
  `${bank} ${number}`;

/** The head of a page of one account, with the way back to its desk. */
export const AccountHead = ({
  account,
  page,
  children,
}: {
  account: StatementAccount;
  page?: string;
  children?: ReactNode;
}) => {
  const desk = { label: accountName(account), to: generatePath(paths.paymentDesk, { id: `${account.id}` }) };
  const items = [
    { label: text.back, to: paths.payments },
    ...(page ? [desk, { label: page }] : [{ label: desk.label }]),
  ];
  return (
    <>
      <Breadcrumbs items={items} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{page ?? desk.label}</h1>
          <p className="text-ink-soft">
            {page ? `${desk.label}　` : ''}
            {account.holder}（{account.organization}）
          </p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">{children}</div>
      </div>
    </>
  );
};

export const DeskLinks = ({ account: { id, can } }: { account: StatementAccount }) => (
  <>
    <ButtonLink to={generatePath(paths.daySheet, { id: `${id}` })}>{text.sheet}</ButtonLink>
    {can.import && (
      <ButtonLink to={generatePath(paths.statementImport, { id: `${id}` })} variant="primary">
        {text.import}
      </ButtonLink>
    )}
  </>
);
