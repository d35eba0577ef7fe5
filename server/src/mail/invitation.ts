/** A class that somebody has a seat in, as an event of their calendar. */
export interface Invitation {
  /** The same for ever for the same seat: who gets it twice sees one event. */
  readonly registrationId: number;
  /** When the seat was confirmed, and when the class starts: ISO 8601. */
  readonly confirmedAt: string;
  readonly startTime: string;
  readonly train: string;
  readonly organization: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
}

interface Organizer {
  /** Of the portal: makes the event's id unique in the world. */
  readonly host: string;
  /** Of the portal's mails. */
  readonly address: string;
}

/** Without the octets that end it. */
const MAX_LINE = 75;

const octets = (text: string): number => Buffer.byteLength(text);

/** Continues a line that is too long on the next, after a space; a character is never cut. */
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

/** In UTC, which needs no description of a time zone and is right in every calendar: `20261205T010000Z`. */
const asInstant = (iso: string): string =>
  `${new Date(iso).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/**
 * The event as an iCalendar object (RFC 5545), published rather than requested (RFC 5546): nobody is to answer, and
 * nobody reads the sender's mailbox. When a class ends, or on how many days it is held, is not stored: the event has a
 * start alone, rather than an end that we make up.
 */
export const writeInvitation = (event: Invitation, { host, address }: Organizer): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//trainee-portal//enrolment//ZH',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:registration-${event.registrationId}@${host}`,
    `DTSTAMP:${asInstant(event.confirmedAt)}`,
    `DTSTART:${asInstant(event.startTime)}`,
    `SUMMARY:${asText(event.train)}`,
    `LOCATION:${asText(event.place)}`,
    `DESCRIPTION:${asText(event.description)}`,
    `URL:${withoutControls(event.url)}`,
    `ORGANIZER;CN=${asParameter(event.organization)}:mailto:${withoutControls(address)}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
