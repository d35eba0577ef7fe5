import { certificatesText as text } from '../text/zh-TW/certificates.ts';
import type { Column } from '../ui/data-table.tsx';

interface Described {
  readonly organization: string;
  readonly code: string;
  readonly name: string;
  readonly year: number;
  readonly end_time: string;
}

/** Kept together where there is room for it. */
const together = (content: string) => <span className="lg:whitespace-nowrap">{content}</span>;

/** What both tables say of a certificate. */
export const certificateColumns: Column<Described>[] = [
  { key: 'organization', header: text.organization, cell: ({ organization }) => together(organization) },
  { key: 'code', header: text.code, cell: ({ code }) => together(code) },
  { key: 'name', header: text.name, primary: true, cell: ({ name }) => together(name) },
  { key: 'years', header: text.years, cell: ({ year }) => text.yearsOf(year) },
  {
    key: 'end',
    header: text.endTime,
    cell: ({ end_time }) => <span className="whitespace-nowrap">{end_time}</span>,
  },
];
