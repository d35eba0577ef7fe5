import type { Piles } from '@portal/contract/office/statements';
import { failureKind, loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { AccountHead, accountName, DeskLinks } from './account-head.tsx';
import { pilesQuery } from './api.ts';
import { CertainPile } from './certain-pile.tsx';
import { LinesPile } from './lines-pile.tsx';
import { PossiblePile } from './possible-pile.tsx';
import { ReportsPile } from './reports-pile.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const text = paymentsText.piles;
const piles = ['certain', 'possible', 'lines', 'reports'] as const;
type Pile = (typeof piles)[number];

/** The desk of one account: what its lines and the reports make of each other. */
export const DeskPage = () => {
  const id = Number(useParams().id);
  const query = useQuery(pilesQuery(id));
  usePageTitle(query.data ? accountName(query.data.account) : paymentsText.title);
  if (query.error && failureKind(query.error) === 'missing') return <ErrorState kind="missing" />;
  return (
    <LoadFault status={loadStatus(query)}>
      {query.data ? <Desk data={query.data} /> : <SkeletonRows />}
    </LoadFault>
  );
};

const firstFilled = ({ counts }: Piles): Pile => piles.find((pile) => counts[pile] > 0) ?? 'certain';

/** The open pile stands in the address; at first it is one with something in it. */
const usePile = (data: Piles): [Pile, (pile: Pile) => void] => {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => firstFilled(data));
  const asked = piles.find((pile) => pile === search.get('pile'));
  return [asked ?? first, (pile) => setSearch({ pile }, { replace: true })];
};

const Desk = ({ data }: { data: Piles }) => {
  const [pile, setPile] = usePile(data);
  const [isCash, setCash] = useState(false);
  const { account, counts } = data;
  const panels = {
    certain: <CertainPile data={data} />,
    possible: <PossiblePile data={data} />,
    lines: <LinesPile data={data} />,
    reports: <ReportsPile data={data} />,
  };
  return (
    <>
      <AccountHead account={account}>
        {account.can.confirm && (
          <Button aria-haspopup="dialog" onClick={() => setCash(true)}>
            {paymentsText.pages.cash}
          </Button>
        )}
        <DeskLinks account={account} />
      </AccountHead>
      <Tabs
        label={text.label}
        onChange={setPile}
        tabs={piles.map((value) => ({
          value,
          label: text.tab(text[value], counts[value]),
          panel: <div className="pt-4">{panels[value]}</div>,
        }))}
        value={pile}
      />
      {isCash && <SettleDialog data={data} lines={[]} onClose={() => setCash(false)} />}
    </>
  );
};
