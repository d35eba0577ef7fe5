import type { Matches } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { matchesQuery } from '../api/get-matches.ts';
import { BankAccountPage, DeskLinks } from '../bank-account-page.tsx';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { CertainMatches } from './certain-matches.tsx';
import { PossibleMatches } from './possible-matches.tsx';
import { UnmatchedLines } from './unmatched-lines.tsx';
import { UnmatchedReports } from './unmatched-reports.tsx';

const text = paymentsText.matches;
const matches = ['certain', 'possible', 'lines', 'reports'] as const;
type MatchTab = (typeof matches)[number];

export const DeskPage = () => (
  <BankAccountPage
    actions={(data) => <DeskActs data={data} />}
    query={useQuery(matchesQuery(Number(useParams().id)))}
  >
    {(data) => <Desk data={data} />}
  </BankAccountPage>
);

const DeskActs = ({ data }: { data: Matches }) => {
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

const firstFilled = ({ counts }: Matches): MatchTab => matches.find((tab) => counts[tab] > 0) ?? 'certain';

/** The open tab is in the address; by default the first that is not empty. */
const useMatchTab = (data: Matches): [MatchTab, (tab: MatchTab) => void] => {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => firstFilled(data));
  const asked = matches.find((tab) => tab === search.get('tab'));
  return [asked ?? first, (tab) => setSearch({ tab }, { replace: true })];
};

const Desk = ({ data }: { data: Matches }) => {
  const [tab, setTab] = useMatchTab(data);
  const { counts } = data;
  const panels = {
    certain: <CertainMatches data={data} />,
    possible: <PossibleMatches data={data} />,
    lines: <UnmatchedLines data={data} />,
    reports: <UnmatchedReports data={data} />,
  };
  return (
    <Tabs
      label={text.label}
      onChange={setTab}
      tabs={matches.map((value) => ({
        value,
        label: text.tab(text[value], counts[value]),
        panel: <div className="pt-4">{panels[value]}</div>,
      }))}
      value={tab}
    />
  );
};
