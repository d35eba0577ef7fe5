import { readable } from '@portal/contract/dates';
import { entryNames, type LedgerEntry, type RegistrationDetail } from '@portal/contract/office/enrolment';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { Section } from './section.tsx';

const text = reviewsText.ledger;

const LedgerItem = ({ entry: { at, kind, amount, note, by } }: { entry: LedgerEntry }) => (
  <tr className="border-line border-b">
    <th className="py-1.5 pe-3 text-left font-normal" scope="row">
      <span className="font-semibold">{entryNames[kind]}</span>
      <span className="block text-ink-soft text-sm">
        {readable(at)}　{by ?? text.system}
      </span>
      {note && <span className="block text-sm [overflow-wrap:anywhere]">{note}</span>}
    </th>
    <td className="whitespace-nowrap py-1.5 text-right align-top tabular">{text.signed(amount)}</td>
  </tr>
);

/** 帳目: what the person owes, what came and what goes back, with the sum. */
export const LedgerSection = ({ detail: { ledger } }: { detail: RegistrationDetail }) => (
  <Section title={text.section}>
    {ledger.entries.length === 0 ? (
      <p className="text-ink-soft">{text.none}</p>
    ) : (
      <table className="w-full max-w-2xl">
        <thead className="text-ink-soft text-sm">
          <tr className="border-line-strong border-b">
            <th className="py-1 text-left font-normal" scope="col">
              {text.entry}
            </th>
            <th className="py-1 text-right font-normal" scope="col">
              {text.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {ledger.entries.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
            <LedgerItem entry={entry} key={at} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th className="py-1.5 text-left" scope="row">
              {ledger.balance > 0 ? text.balance.owed : text.balance.settled}
            </th>
            <td className="py-1.5 text-right tabular">{text.sum(ledger.balance)}</td>
          </tr>
        </tfoot>
      </table>
    )}
  </Section>
);
