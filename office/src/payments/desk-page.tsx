import type { Piles } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { AccountPage, DeskLinks } from './account-page.tsx';
import { pilesQuery } from './api.ts';
import { CertainPile } from './certain-pile.tsx';
import { LinesPile } from './lines-pile.tsx';
import { PossiblePile } from './possible-pile.tsx';
import { ReportsPile } from './reports-pile.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const text = paymentsText.piles;
const piles = ['certain', 'possible', 'lines', 'reports'] as const;
type Pile = (typeof piles)[number];

export const DeskPage = () => (
  <AccountPage actions={(data) => <Acts data={data} />} query={useQuery(pilesQuery(Number(useParams().id)))}>
    {(data) => <Desk data={data} />}
  </AccountPage>
);

const Acts = ({ data }: { data: Piles }) => {
  const [isCash, setCash] = useState(false);
  return (
    <>
      {data.account.can.confirm && (
        <Button aria-haspopup="dialog" onClick={() => setCash(true)}>
          {paymentsText.pages.cash}
        </Button>
      )}
      <DeskLinks account={data.account} />
      {isCash && <SettleDialog data={data} lines={[]} onClose={() => setCash(false)} />}
    </>
  );
};

const firstFilled = ({ counts }: Piles): Pile => piles.find((pile) => counts[pile] > 0) ?? 'certain';

/** The open pile is in the address; by default the first that is not empty. */
const usePile = (data: Piles): [Pile, (pile: Pile) => void] => {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => firstFilled(data));
  const asked = piles.find((pile) => pile === search.get('pile'));
  return [asked ?? first, (pile) => setSearch({ pile }, { replace: true })];
};

const Desk = ({ data }: { data: Piles }) => {
  const [pile, setPile] = usePile(data);
  const { counts } = data;
  const panels = {
    certain: <CertainPile data={data} />,
    possible: <PossiblePile data={data} />,
    lines: <LinesPile data={data} />,
    reports: <ReportsPile data={data} />,
  };
  return (
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
  );
};
