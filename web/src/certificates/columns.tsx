import { type Column, ShortLine } from '@portal/kit/ui/data-table.tsx';
import { certificatesText as text } from '../text/zh-TW/certificates.ts';
import { CertificateButton } from './certificate-button.tsx';

interface Described {
  readonly organization: string;
  readonly code: string;
  readonly name: string;
  readonly year: number;
  readonly end_time: string;
}

/** Rem: six or seven columns, a number of twenty characters. The two tables of the page change together. */
export const CERTIFICATES_WIDTH = 56;

export const certificateColumns: Column<Described>[] = [
  {
    key: 'organization',
    header: text.organization,
    together: true,
    aside: true,
    cell: ({ organization }) => <ShortLine>{organization}</ShortLine>,
  },
  { key: 'code', header: text.code, together: true, aside: true, cell: ({ code }) => code },
  {
    key: 'name',
    header: text.name,
    primary: true,
    together: true,
    cell: ({ name, code }) => (
      <>
        <ShortLine>{name}</ShortLine>
        <span className="block">
          <CertificateButton code={code} name={name} />
        </span>
      </>
    ),
  },
  { key: 'years', header: text.years, cell: ({ year }) => year },
  {
    key: 'end',
    header: text.endTime,
    cell: ({ end_time }) => <span className="whitespace-nowrap">{end_time}</span>,
  },
];
