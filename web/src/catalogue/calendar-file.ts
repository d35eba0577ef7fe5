import type { Class } from '@portal/contract/catalogue';

type Planned = Pick<
  Class,
  'code' | 'name' | 'organization' | 'place' | 'start_time' | 'end_time' | 'sessions' | 'contact_phone'
>;

/** Octets in a line, without its break. */
const MAX_LINE = 75;

const octets = (text: string): number => new TextEncoder().encode(text).length;

/** The next line starts with a space. Never splits a character. */
const fold = (line: string): string => {
  const lines = [''];
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    if (octets(last) + octets(character) > MAX_LINE) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join('\r\n');
};

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\p{Cc}+/gu, ' ');

/** Writes a time in UTC, which needs no time zone: `20261205T010000Z`. */
const instant = (time: string): string =>
  `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

interface Span {
  readonly start: string;
  readonly end: string | null;
  readonly place: string;
}

const spansOf = ({ sessions, start_time, end_time, place }: Planned): Span[] =>
  sessions.length === 0
    ? [{ start: start_time, end: end_time, place }]
    : sessions.map((session) => ({
        start: `${session.date}T${session.from}:00+08:00`,
        end: `${session.date}T${session.to}:00+08:00`,
        place: session.place ?? place,
      }));

const eventOf = (
  shown: Planned,
  { start, end, place }: Span,
  index: number,
  url: string,
  now: Date,
  uncertainty?: string,
) => [
  'BEGIN:VEVENT',
  `UID:class-${shown.code}-${index + 1}@${new URL(url).host}`,
  `DTSTAMP:${instant(now.toISOString())}`,
  `DTSTART:${instant(start)}`,
  ...(end === null ? [] : [`DTEND:${instant(end)}`]),
  `SUMMARY:${escaped(shown.name)}`,
  `LOCATION:${escaped(place)}`,
  `DESCRIPTION:${escaped(`${uncertainty ?? ''}${shown.organization} ${shown.contact_phone} ${url}`)}`,
  `URL:${url}`,
  ...(uncertainty ? ['STATUS:TENTATIVE'] : []),
  'END:VEVENT',
];

/** RFC 5545, with an event for each session. With `uncertainty`, a sentence on why the seat is not certain, the events are tentative. */
export const calendarFile = (shown: Planned, url: string, now: Date, uncertainty?: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//trainee-portal//classes//ZH',
    'METHOD:PUBLISH',
    ...spansOf(shown).flatMap((span, index) => eventOf(shown, span, index, url, now, uncertainty)),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
