import { readable } from '@portal/contract/dates';
import type { RenewalRow } from '@portal/contract/office/renewals';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { renewalsText } from '../../text/zh-TW/renewals.ts';
import { answerFileAddress } from '../api/answer-file.ts';

const text = renewalsText.inquiry;

type Inquiry = RenewalRow['inquiries'][number];

/** The questions to the person, with the answers. */
export const Inquiries = ({ row: { inquiries, name } }: { row: RenewalRow }) => (
  <ul className="mt-1 min-w-40 space-y-2">
    {inquiries.map((inquiry) => (
      <li key={inquiry.id}>
        <p className="whitespace-pre-line text-sm">{text.asked(readable(inquiry.askedAt), inquiry.text)}</p>
        {inquiry.answeredAt === null ? (
          <Badge tone="warn">{text.waits}</Badge>
        ) : (
          <InquiryAnswer answeredAt={inquiry.answeredAt} inquiry={inquiry} name={name} />
        )}
      </li>
    ))}
  </ul>
);

interface AnswerProps {
  inquiry: Inquiry;
  answeredAt: string;
  name: string;
}

const InquiryAnswer = ({ inquiry: { id, answer, hasFile }, answeredAt, name }: AnswerProps) => (
  <>
    <Badge tone="info">{text.answered}</Badge>
    <span className="block text-ink-soft text-sm">{readable(answeredAt)}</span>
    {answer && <p className="whitespace-pre-line text-sm">{answer}</p>}
    {hasFile && (
      <a
        aria-label={text.fileOf(name)}
        className="inline-flex min-h-11 items-center text-sea-800 underline hover:no-underline"
        download
        href={answerFileAddress(id)}
      >
        {text.file}
      </a>
    )}
  </>
);
