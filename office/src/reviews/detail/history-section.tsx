import { readable } from '@portal/contract/dates';
import { type HistoryLine, stateNames } from '@portal/contract/office/reviews';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { Section } from './section.tsx';

const text = reviewsText.history;
const actions: Readonly<Record<string, string>> = text.actions;

const actorText = ({ kind, name }: HistoryLine['by']): string =>
  kind === 'staff' ? (name ?? text.by.system) : (name ?? text.by[kind]);

const changeText = ({ from, to }: HistoryLine): string | null =>
  from === null || from === to ? null : text.from(stateNames[from], stateNames[to]);

/** Who did what with the registration, and when. */
export const HistorySection = ({ history }: { history: readonly HistoryLine[] }) => (
  <Section title={text.section}>
    <ol className="space-y-3 border-line border-s-2 ps-4">
      {history.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ol>
  </Section>
);

const Line = ({ line }: { line: HistoryLine }) => {
  const change = changeText(line);
  return (
    <li>
      <p>
        <span className="font-semibold">{actions[line.action] ?? text.other}</span>
        {change && <span className="ms-3 text-ink-soft">{change}</span>}
      </p>
      <p className="text-ink-soft text-sm tabular-nums">
        {readable(line.at)}　{actorText(line.by)}
      </p>
      {line.move && <p>{text.move(line.move.from, line.move.to)}</p>}
      {line.note && <p className="whitespace-pre-line">{line.note}</p>}
    </li>
  );
};
