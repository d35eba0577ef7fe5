import type { Attachment, Class } from '@portal/contract/catalogue';
import { telAddress } from '@portal/contract/tel-address';
import { money, people } from '@portal/kit/browser/format.ts';
import { Facts, type Row } from '@portal/kit/ui/description-list.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { DecisiveTime, Moment } from '@portal/kit/ui/minguo-day.tsx';
import type { ReactNode } from 'react';
import { classText } from '../text/zh-TW/class.ts';
import { seatsLeft } from './class-badge.ts';
import { Sessions } from './sessions.tsx';

/** `identity`: rows that the list does not show already. */
export const ClassFacts = ({ shown, identity = [] }: { shown: Class; identity?: readonly Row[] }) => (
  <Facts rows={[...decisive(shown), ...identity, ...facts(shown)].filter(({ value }) => value !== null)} />
);

export const identityRows = (shown: Class): Row[] => [
  { term: classText.organization, value: shown.organization, short: true },
  { term: classText.code, value: shown.code, short: true },
  { term: classText.name, value: shown.name },
];

/** Start, fee and seats come first: on a phone they are in sight above the buttons. */
const decisive = (shown: Class): Row[] => [
  { term: classText.startDate, value: <DecisiveTime time={shown.start_time} /> },
  { term: classText.fee, value: fee(shown) },
  { term: classText.applyPeriod, value: applyPeriod(shown) },
  { term: classText.seatsLeft, value: isOver(shown) ? null : classText.seats(seatsLeft(shown)), short: true },
  { term: classText.hours, value: classText.hoursOf(shown.hours), short: true },
  { term: classText.endDate, value: shown.end_time && <DecisiveTime time={shown.end_time} /> },
];

/** Seats and the payment deadline matter no longer. */
const isOver = ({ personal_obstacle, group_obstacle }: Class): boolean =>
  [personal_obstacle, group_obstacle].includes('started');

const facts = (shown: Class): Row[] => [
  { term: classText.groupName, value: shown.group_name || null },
  { term: classText.limit, value: people(shown.limit_number), short: true },
  { term: classText.number, value: people(shown.number), short: true },
  { term: classText.sessions, value: <Sessions shown={shown} /> },
  { term: classText.place, value: shown.place },
  { term: classText.contactName, value: shown.contact_name, short: true },
  { term: classText.contactPhone, value: <Phone written={shown.contact_phone} />, short: true },
  { term: classText.attachments, value: shown.files.length > 0 ? <Attachments files={shown.files} /> : null },
];

const fee = (shown: Class) =>
  shown.fee === 0 ? (
    classText.free
  ) : (
    <>
      <strong>{money(shown.fee)}</strong>
      {!isOver(shown) && (
        <small className="inline-block text-ink-soft text-sm">
          {classText.payWithin(shown.payment_days)}
        </small>
      )}
    </>
  );

const { period } = classText;

const applyPeriod = (shown: Class): ReactNode => {
  const { apply_from: from, apply_until: until } = shown;
  const first = from && <Moment key="from" time={from} />;
  const last = until && <Moment key="until" time={until} />;
  if (first && last) return [first, period.to, last];
  if (first) return [first, period.fromEnd];
  if (last) return [period.until, last, period.untilEnd];
  return shown.personal_allow || shown.group_allow ? classText.untilFull : null;
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
          className={`inline-flex min-h-11 items-center gap-2 lg:min-h-9 ${link}`}
          download
          href={`/download?src=${encodeURIComponent(file.src)}`}
        >
          <Icon className="size-5" name="download" />
          <span className="sr-only">{classText.download} </span>
          {classText.attachment(file.name, file.extension)}
        </a>
      </li>
    ))}
  </ul>
);
