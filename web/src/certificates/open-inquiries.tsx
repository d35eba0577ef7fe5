import type { RenewalInquiry } from '@portal/contract/certificates';
import { Button } from '@portal/kit/ui/button.tsx';
import { Moment } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { certificatesText } from '../text/zh-TW/certificates.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { inquiriesQuery } from './api/get-inquiries.ts';

const { inquiry: text } = certificatesText;

/** Lists the inquiries of staff that the person has to answer before renewals are decided. */
export const OpenInquiries = () => {
  const { data = [] } = useQuery(inquiriesQuery());
  if (data.length === 0) return null;
  return (
    <div className="mb-4 print:hidden">
      <Notice title={text.title(data.length)} tone="warn">
        <ul className="space-y-3">
          {data.map((inquiry) => (
            <Inquiry inquiry={inquiry} key={inquiry.id} />
          ))}
        </ul>
      </Notice>
    </div>
  );
};

const Inquiry = ({ inquiry }: { inquiry: RenewalInquiry }) => {
  const [isOpen, setOpen] = useState(false);
  const { name, code, organization, asked_at } = inquiry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p>
          {name} <span className="tabular">{code}</span>
        </p>
        <p className="whitespace-pre-line font-semibold">{inquiry.text}</p>
        <p className="text-sm">
          {organization} <Moment time={asked_at} />
        </p>
      </div>
      <Button aria-haspopup="dialog" aria-label={text.answerOf(name, code)} onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <AnswerDialog inquiry={inquiry} onClose={() => setOpen(false)} />}
    </li>
  );
};
