/** `moved`: the event changes time and place; `cancelled`: it is taken off the calendar. */
export type Revision = 'moved' | 'cancelled';

/** A class with a confirmed seat, as a calendar event. */
export interface Invitation {
  /** Constant for a seat, so that a second copy updates the same event. */
  readonly registrationId: number;
  /** ISO 8601. */
  readonly confirmedAt: string;
  readonly startTime: string;
  /** What becomes of the event that was sent before. */
  readonly revision?: Revision;
  readonly train: string;
  readonly organization: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
}

/** What a calendar is asked to do (RFC 5546). */
export const methodOf = ({ revision }: Pick<Invitation, 'revision'>): 'PUBLISH' | 'CANCEL' =>
  revision === 'cancelled' ? 'CANCEL' : 'PUBLISH';

interface Organizer {
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
const revisionLines = ({ revision, confirmedAt }: Invitation): string[] =>
  revision ? [`SEQUENCE:${Math.floor(Date.parse(confirmedAt) / 60_000)}`] : [];

/**
 * The event as an iCalendar object (RFC 5545), published, not requested (RFC 5546), because nobody reads replies. It
 * has a start but no end: neither the end nor the number of days is stored.
 */
export const writeInvitation = (event: Invitation, { host, address }: Organizer): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//trainee-portal//enrolment//ZH',
    `METHOD:${methodOf(event)}`,
    'BEGIN:VEVENT',
    `UID:registration-${event.registrationId}@${host}`,
    `DTSTAMP:${asInstant(event.confirmedAt)}`,
    ...revisionLines(event),
    `DTSTART:${asInstant(event.startTime)}`,
    `SUMMARY:${asText(event.train)}`,
    `LOCATION:${asText(event.place)}`,
    `DESCRIPTION:${asText(event.description)}`,
    `URL:${withoutControls(event.url)}`,
    `ORGANIZER;CN=${asParameter(event.organization)}:mailto:${withoutControls(address)}`,
    `STATUS:${event.revision === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
