/** `moved`: changes time and place, also without a move to another class; `cancelled`: removes the event. */
export type Revision = 'moved' | 'cancelled';

export interface CalendarEvent {
  /** Constant, so that a second copy updates the same event. */
  readonly id: string;
  /** The time of this copy. ISO 8601, like the start. */
  readonly writtenAt: string;
  readonly startTime: string;
  readonly revision?: Revision;
  readonly title: string;
  readonly organizer: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
}

/** RFC 5546. */
export const methodOf = ({ revision }: Pick<CalendarEvent, 'revision'>): 'PUBLISH' | 'CANCEL' =>
  revision === 'cancelled' ? 'CANCEL' : 'PUBLISH';

interface Sender {
  /** Makes the event's id globally unique. */
  readonly host: string;
  readonly address: string;
}

/** In octets. */
const MAX_LINE = 75;

const octets = (text: string): number => Buffer.byteLength(text);

/** Breaks a long line: the next line starts with a space. Never splits a character. */
const fold = (line: string): string => {
  const lines = [''];
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    if (octets(last) + octets(character) > MAX_LINE) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join('\r\n');
};

const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '');

const asText = (text: string): string =>
  withoutControls(text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n'));

const asParameter = (text: string): string => `"${withoutControls(text).replaceAll('"', "'")}"`;

/** Writes a time in UTC, which needs no definition of a time zone: `20261205T010000Z`. */
const asInstant = (iso: string): string =>
  `${new Date(iso).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

const revisionLines = ({ revision, writtenAt }: CalendarEvent): string[] =>
  revision ? [`SEQUENCE:${Math.floor(Date.parse(writtenAt) / 60_000)}`] : [];

/** Writes an event (RFC 5545) as published and not as requested (RFC 5546), because nobody reads replies. It has no end. */
export const writeEvent = (event: CalendarEvent, { host, address }: Sender): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//trainee-portal//enrolment//ZH',
    `METHOD:${methodOf(event)}`,
    'BEGIN:VEVENT',
    `UID:${event.id}@${host}`,
    `DTSTAMP:${asInstant(event.writtenAt)}`,
    ...revisionLines(event),
    `DTSTART:${asInstant(event.startTime)}`,
    `SUMMARY:${asText(event.title)}`,
    `LOCATION:${asText(event.place)}`,
    `DESCRIPTION:${asText(event.description)}`,
    `URL:${withoutControls(event.url)}`,
    `ORGANIZER;CN=${asParameter(event.organizer)}:mailto:${withoutControls(address)}`,
    `STATUS:${event.revision === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
