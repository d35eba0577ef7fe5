/** `moved`: the event changes time and place; `cancelled`: it is taken off the calendar. */
export type Revision = 'moved' | 'cancelled';

/** An event for the calendar of the reader. */
export interface CalendarEvent {
  /** Constant, so that a second copy updates the same event: `registration-12`. */
  readonly id: string;
  /** When this copy was written. ISO 8601, as is the start. */
  readonly writtenAt: string;
  readonly startTime: string;
  /** Changes the event sent before. */
  readonly revision?: Revision;
  readonly title: string;
  readonly organizer: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
}

/** The method that the calendar applies (RFC 5546). */
export const methodOf = ({ revision }: Pick<CalendarEvent, 'revision'>): 'PUBLISH' | 'CANCEL' =>
  revision === 'cancelled' ? 'CANCEL' : 'PUBLISH';

interface Sender {
  /** The portal's host, which makes the event's id globally unique. */
  readonly host: string;
  /** The sender address of the portal's mails. */
  readonly address: string;
}

/** Octets, without the line break. */
const MAX_LINE = 75;

const octets = (text: string): number => Buffer.byteLength(text);

/** Folds long lines: the next one starts with a space. Never splits a character. */
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

/** In UTC, which needs no time zone definition: `20261205T010000Z`. */
const asInstant = (iso: string): string =>
  `${new Date(iso).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/** A calendar takes a later revision of an event that it has. */
const revisionLines = ({ revision, writtenAt }: CalendarEvent): string[] =>
  revision ? [`SEQUENCE:${Math.floor(Date.parse(writtenAt) / 60_000)}`] : [];

/**
 * The event as an iCalendar object (RFC 5545), published, not requested (RFC 5546), because nobody reads replies. It
 * has a start but no end: neither the end nor the number of days is stored.
 */
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
