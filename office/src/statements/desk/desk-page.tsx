import type { Matches } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { matchesQuery } from '../api/get-matches.ts';
import { BankAccountPage, DeskLinks } from '../bank-account-page.tsx';
import { SettleDialog } from '../settle/settle-dialog.tsx';
import { CertainMatches } from './certain-matches.tsx';
import { lineRow, reportRow } from './desk-row.tsx';
import { PossibleMatches } from './possible-matches.tsx';
import { UnmatchedLines } from './unmatched-lines.tsx';
import { UnmatchedReports } from './unmatched-reports.tsx';
import { useEvenConfirm } from './use-even-confirm.ts';
import { useRowKeys } from './use-row-keys.ts';
import { withoutSent } from './without-sent.ts';

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

/** The open tab is in the address; by default the first that is not empty. When a pile is done, the next one opens. */
const useMatchTab = (data: Matches): [MatchTab, (tab: MatchTab) => void] => {
  const [search, setSearch] = useSearchParams();
  const [first] = useState(() => firstFilled(data));
  const asked = matches.find((tab) => tab === search.get('tab'));
  const tab = asked ?? first;
  const setTab = (next: MatchTab) => setSearch({ tab: next }, { replace: true });
  const { [tab]: count } = data.counts;
  const former = useRef({ tab, count });
  const openNext = useEffectEvent(() => setTab(firstFilled(data)));
  useEffect(() => {
    const isDone = former.current.tab === tab && former.current.count > 0 && count === 0;
    former.current = { tab, count };
    if (isDone) openNext();
  }, [tab, count]);
  return [tab, setTab];
};

/** Null if not all lines are loaded. */
const openAmount = ({ certain, possible, lines, counts, allLines }: Matches): number | null => {
  const open = new Set([...certain, ...possible, ...lines].map(({ lineId }) => lineId));
  if (open.size < counts.certain + counts.possible + counts.lines) return null;
  return allLines.filter(({ id }) => open.has(id)).reduce((sum, { amount }) => sum + amount, 0);
};

/** It stays in sight above the piles. */
const Left = ({ data }: { data: Matches }) => {
  const { certain, possible, lines, reports } = data.counts;
  const amount = openAmount(data);
  return (
    <p
      className="sticky top-14 z-10 mb-2 rounded-md bg-sea-50 px-3 py-1.5 font-semibold text-sea-900"
      role="status"
    >
      {text.left(certain + possible + lines, amount === null ? null : paymentsText.amount(amount), reports)}
    </p>
  );
};

const rowsOf = (data: Matches, tab: MatchTab): string[] => {
  if (tab === 'certain') return [];
  return tab === 'reports' ? data.reports.map(reportRow) : data[tab].map(({ lineId }) => lineRow(lineId));
};

const Desk = ({ data: loaded }: { data: Matches }) => {
  const confirm = useEvenConfirm();
  const data = withoutSent(loaded, confirm.sent);
  // Which pile is next is known when the server has answered.
  const [tab, setTab] = useMatchTab(loaded);
  const { counts } = data;
  useRowKeys(rowsOf(data, tab));
  const panels = {
    certain: <CertainMatches data={data} />,
    possible: <PossibleMatches confirm={confirm} data={data} />,
    lines: <UnmatchedLines data={data} />,
    reports: <UnmatchedReports data={data} />,
  };
  return (
    <>
      <Left data={data} />
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
    </>
  );
};
