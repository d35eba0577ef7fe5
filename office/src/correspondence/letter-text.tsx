import type { MailPart } from '@portal/contract/office/correspondence';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { mailsText as text } from '../text/zh-TW/mails.ts';

/** Links do not work: they are for the recipient. */
export const LetterText = ({ subject, parts }: { subject: string; parts: readonly MailPart[] }) => (
  <div className="space-y-4 rounded-md border border-line-strong bg-surface p-4 [overflow-wrap:anywhere] sm:p-6">
    <p className="border-line border-b pb-3 font-bold">{subject}</p>
    {Object.entries(parts).map(([at, part]) => (
      <LetterPart key={at} part={part} />
    ))}
  </div>
);

const LetterPart = ({ part }: { part: MailPart }) => {
  if (part.kind === 'text') return <p className="whitespace-pre-line">{part.text}</p>;
  if (part.kind === 'rows') return <PartRows rows={part.rows} />;
  return (
    <p>
      {part.label}：<span className="block text-ink-soft">{part.link ?? text.hiddenLink}</span>
    </p>
  );
};

const PartRows = ({ rows }: { rows: readonly { term: string; value: string }[] }) => (
  <Rows
    rows={rows.map(({ term, value }) => ({
      term,
      value: <span className="whitespace-pre-line">{value}</span>,
    }))}
  />
);
