import { readableTime } from '@portal/contract/dates';
import { rowFaults, type StatementPreview, skipReasons } from '@portal/contract/office/statements';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.import;
const amount = paymentsText.amount;

interface PreviewProps {
  preview: StatementPreview;
}

/** The reading of the file, and the reasons against it. */
export const ImportFindings = ({ preview }: PreviewProps) => {
  const { counts, from, until, importedAt, suspicious } = preview;
  return (
    <div className="space-y-3" role="status">
      {importedAt && <Notice tone="warn">{text.known(readableTime(new Date(importedAt)))}</Notice>}
      <Format preview={preview} />
      {from && until ? (
        <Notice>
          <p>{text.summary(counts.deposits, counts.aside, from, until)}</p>
          <p>{text.rows(counts.rows, counts.total, counts.skipped, counts.faults)}</p>
          {counts.known > 0 && <p>{text.knownLines(counts.known)}</p>}
        </Notice>
      ) : (
        <Notice tone="danger">{text.nothing}</Notice>
      )}
      <BalanceFinding preview={preview} />
      <Totals preview={preview} />
      {counts.doubles > 0 && <Notice tone="warn">{text.doubles(counts.doubles)}</Notice>}
      {suspicious && counts.doubles === 0 && <Notice tone="warn">{text.suspicious}</Notice>}
      <Faults preview={preview} />
      <Skipped preview={preview} />
    </div>
  );
};

const Format = ({ preview: { origin, head, formerHead } }: PreviewProps) => {
  const sentence = text.origins[origin];
  if (sentence === null) return null;
  return (
    <Notice tone={origin === 'new' ? 'warn' : 'info'}>
      <p>{sentence}</p>
      {formerHead && (
        <dl className="text-sm">
          <dt className="font-semibold">{text.heads.now}</dt>
          <dd>{text.headsOf(head)}</dd>
          <dt className="font-semibold">{text.heads.former}</dt>
          <dd>{text.headsOf(formerHead)}</dd>
        </dl>
      )}
    </Notice>
  );
};

const BalanceFinding = ({ preview: { balance, counts } }: PreviewProps) => {
  if (counts.total === 0) return null;
  if (balance.state === 'none') return <Notice tone="warn">{text.balance.none}</Notice>;
  if (balance.state === 'holds') return <Notice tone="success">{text.balance.holds}</Notice>;
  const { row, expected, found, breaks, hint } = balance;
  return (
    <Notice tone="danger" title={text.balance.broken(row, amount(expected), amount(found), breaks)}>
      {text.balance.hints[hint]}
    </Notice>
  );
};

const Totals = ({ preview: { totals } }: PreviewProps) =>
  totals.length > 0 && (
    <Notice tone="danger" title={text.totals}>
      <ul className="text-sm">
        {totals.map(({ row, written, counted }) => (
          <li key={`${row} ${written}`}>{text.totalRow(row, amount(written), amount(counted))}</li>
        ))}
      </ul>
    </Notice>
  );

const Faults = ({ preview: { counts, faults } }: PreviewProps) => {
  const odd = faults.filter(({ fault }) => fault === 'private_use');
  return (
    <>
      {counts.faults > 0 && (
        <Notice tone="danger" title={text.faults(counts.faults)}>
          <FaultList faults={faults.filter(({ fault }) => fault !== 'private_use')} />
        </Notice>
      )}
      {odd.length > 0 && (
        <Notice tone="warn" title={text.odd(odd.length)}>
          <FaultList faults={odd} />
        </Notice>
      )}
    </>
  );
};

const listClass = 'max-h-48 overflow-y-auto text-sm';

const FaultList = ({ faults }: { faults: StatementPreview['faults'] }) => (
  <ul className={listClass}>
    {faults.map(({ row, fault, text: content }) => (
      <li key={`${row} ${fault}`}>
        {text.faultRow(row, rowFaults[fault])}　<span className="text-ink-soft">{content}</span>
      </li>
    ))}
  </ul>
);

const Skipped = ({ preview: { skipped, counts } }: PreviewProps) =>
  skipped.length > 0 && (
    <details className="rounded-md border border-line px-4 py-2">
      <summary className="cursor-pointer">{text.skippedRows(counts.skipped)}</summary>
      <ul className={listClass}>
        {skipped.map(({ row, reason, text: content }) => (
          <li key={row}>
            {text.faultRow(row, skipReasons[reason])}　<span className="text-ink-soft">{content}</span>
          </li>
        ))}
      </ul>
    </details>
  );
