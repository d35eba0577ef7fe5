import { expect, test } from 'vitest';
import { STEPS } from '../enrolment/states.ts';
import { type CalendarEvent, writeEvent } from './calendar-event.ts';

const organizer = { host: 'portal.example', address: 'no-reply@portal.example' };
const event: CalendarEvent = {
  id: 'registration-12',
  writtenAt: '2026-12-01T02:00:00.000Z',
  startTime: '2026-12-05T01:00:00.000Z',
  title: '初級急救員訓練',
  organizer: '臺北市分會',
  place: '臺北市中正區範例路一段 1 號 3 樓',
  description: '課程代碼：TPE-FA1-001\n開課日期：2026-12-05（六）09:00',
  url: 'https://portal.example/Auth/PayRecord',
};

const write = (overrides: Partial<CalendarEvent> = {}) => writeEvent({ ...event, ...overrides }, organizer);

/** The content lines as RFC 5545, section 3.1, unfolds them. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('has no control characters, which break some calendars', () => {
  const text = write({ place: '教\u0000室\u001b A\u007f', organizer: '臺北\u0007市\u009f分會' });
  expect(linesOf(text)).toEqual(
    expect.arrayContaining(['LOCATION:教室 A', 'ORGANIZER;CN="臺北市分會":mailto:no-reply@portal.example']),
  );
});

test('has every property that RFC 5545 and 5546 require, in UTC', () => {
  expect(linesOf(write())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//trainee-portal//enrolment//ZH',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:registration-12@portal.example',
    'DTSTAMP:20261201T020000Z',
    'DTSTART:20261205T010000Z',
    'SUMMARY:初級急救員訓練',
    'LOCATION:臺北市中正區範例路一段 1 號 3 樓',
    'DESCRIPTION:課程代碼：TPE-FA1-001\\n開課日期：2026-12-05（六）09:00',
    'URL:https://portal.example/Auth/PayRecord',
    'ORGANIZER;CN="臺北市分會":mailto:no-reply@portal.example',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('escapes characters with a meaning in iCalendar', () => {
  const lines = linesOf(
    write({ place: 'A\\B; C, D\r\nATTENDEE:mailto:x@example.com', organizer: 'A"B\r\nX:Y' }),
  );
  expect(lines).toContain('LOCATION:A\\\\B\\; C\\, D\\nATTENDEE:mailto:x@example.com');
  expect(lines).toContain(`ORGANIZER;CN="A'BX:Y":mailto:no-reply@portal.example`);
});

test.each(['急', 'é', 'a', '𠮷', '🏊'])(
  'folds lines of %s at 75 octets and cuts no character',
  (character) => {
    for (let length = 1; length <= 200; length += 1) {
      const text = write({ place: character.repeat(length) });
      const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
      expect(longest).toBeLessThanOrEqual(75);
      expect(text.isWellFormed()).toBe(true);
      expect(linesOf(text)).toContain(`LOCATION:${character.repeat(length)}`);
    }
  },
);

test('is revised by steps that end or move a confirmed seat; the others keep it', () => {
  const steps = Object.entries(STEPS).filter(
    ([, { from, to }]) => (from as readonly string[]).includes('confirmed') && to !== 'confirmed',
  );
  const keepingTheSeat = ['undo_to_reported', 'undo_to_unpaid', 'record_result', 'correct_result'];
  const revising = ['cancel_after_postponement', 'cancel_by_staff', 'move_class', 'move_to_unpaid'];
  // The letter of the approval has not left.
  const beforeTheLetter = ['undo_approval'];
  expect(steps.map(([step]) => step)).toEqual([...beforeTheLetter, ...revising, ...keepingTheSeat]);
});

test.each([
  ['moved', 'METHOD:PUBLISH', 'STATUS:CONFIRMED'],
  ['cancelled', 'METHOD:CANCEL', 'STATUS:CANCELLED'],
] as const)('that is %s revises the existing calendar entry', (revision, method, status) => {
  const lines = linesOf(writeEvent({ ...event, revision }, organizer));
  expect(lines).toEqual(expect.arrayContaining([method, status, expect.stringMatching(/^SEQUENCE:\d+$/)]));
  expect(lines.find((line) => line.startsWith('UID'))).toBe(
    linesOf(writeEvent(event, organizer)).find((line) => line.startsWith('UID')),
  );
});
