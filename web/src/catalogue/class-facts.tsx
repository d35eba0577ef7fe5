import type { Attachment, Class } from '@portal/contract/catalogue';
import { readable } from '@portal/contract/dates';
import { money, people } from '@portal/kit/browser/format.ts';
import { type Row, Rows } from '@portal/kit/ui/description-list.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { telAddress } from './phone.ts';
import { Sessions } from './sessions.tsx';

/** Facts and contact of a class; `identity` holds the rows that a list row already shows. */
export const ClassFacts = ({ shown, identity = [] }: { shown: Class; identity?: readonly Row[] }) => (
  <Rows className="border-t-0" rows={[...identity, ...facts(shown)].filter(({ value }) => value !== null)} />
);

/** The rows that tell one class from another. */
export const identityRows = (shown: Class): Row[] => [
  { term: catalogue.organization, value: shown.organization },
  { term: catalogue.code, value: shown.code },
  { term: catalogue.name, value: shown.name },
];

const facts = (shown: Class): Row[] => [
  { term: catalogue.groupName, value: shown.group_name || null },
  { term: catalogue.startDate, value: <DecisiveTime time={shown.start_time} /> },
  { term: catalogue.endDate, value: shown.end_time && <DecisiveTime time={shown.end_time} /> },
  { term: catalogue.hours, value: catalogue.hoursOf(shown.hours) },
  { term: catalogue.sessions, value: <Sessions shown={shown} /> },
  { term: catalogue.fee, value: fee(shown) },
  { term: catalogue.limit, value: people(shown.limit_number) },
  { term: catalogue.number, value: people(shown.number) },
  { term: catalogue.seatsLeft, value: seatsLeft(shown) },
  { term: catalogue.applyPeriod, value: applyPeriod(shown) },
  { term: catalogue.place, value: shown.place },
  { term: catalogue.contactName, value: shown.contact_name },
  { term: catalogue.contactPhone, value: <Phone written={shown.contact_phone} /> },
  { term: catalogue.attachments, value: shown.files.length > 0 ? <Attachments files={shown.files} /> : null },
];

const fee = ({ fee: dollars, payment_days: days }: Class) =>
  dollars === 0 ? (
    catalogue.free
  ) : (
    <>
      <strong>{money(dollars)}</strong>
      <small className="inline-block text-ink-soft text-sm">{catalogue.payWithin(days)}</small>
    </>
  );

const seatsLeft = ({ number, limit_number }: Class): string | null =>
  number < limit_number ? catalogue.seats(limit_number - number) : null;

const applyPeriod = ({ apply_from: from, apply_until: until }: Class): string | null => {
  if (from !== null && until !== null) return catalogue.period(readable(from), readable(until));
  if (from !== null) return catalogue.periodFrom(readable(from));
  return until === null ? null : catalogue.periodUntil(readable(until));
};

const link = 'text-sea-800 underline hover:no-underline';

const Phone = ({ written }: { written: string }) => {
  const address = telAddress(written);
  return address === null ? (
    written
  ) : (
    <a className={link} href={address}>
      {written}
    </a>
  );
};

const Attachments = ({ files }: { files: readonly Attachment[] }) => (
  <ul>
    {files.map((file) => (
      <li key={file.id}>
        <a
          className={`inline-flex min-h-11 items-center gap-2 sm:min-h-9 ${link}`}
          download
          href={`/download?src=${encodeURIComponent(file.src)}`}
        >
          <Icon className="size-5" name="download" />
          <span className="sr-only">{catalogue.download} </span>
          {catalogue.attachment(file.name, file.extension)}
        </a>
      </li>
    ))}
  </ul>
);
