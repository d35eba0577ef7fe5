import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const NOW = new Date('2026-11-22T04:00:00Z');
const URL = 'https://portal.example/ClassInfo/TPE-FA1-001';
const shown = {
  code: 'TPE-FA1-001',
  name: '初級急救員訓練',
  organization: '臺北市分會',
  place: '第一訓練教室（臺北市中正區範例路一段 1 號, 3 樓）',
  contact_phone: '02-20000010',
  start_time: '2026-12-05T09:00:00+08:00',
  end_time: null,
  sessions: [],
};
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('a class without sessions is one event, in UTC', () => {
  const lines = unfolded(calendarFile(shown, URL, NOW));
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain('DTSTART:20261205T010000Z');
  expect(lines.some((line) => line.startsWith('DTEND'))).toBe(false);
  expect(lines).toContain('LOCATION:第一訓練教室（臺北市中正區範例路一段 1 號\\, 3 樓）');
  expect(lines).toContain('UID:class-TPE-FA1-001-1@portal.example');
});

test('each session is an event with its own end and place', () => {
  const day = { date: '2026-12-05', from: '09:00', to: '18:00', place: null, instructor: null };
  const lines = unfolded(
    calendarFile({ ...shown, sessions: [day, { ...day, date: '2026-12-06', place: '泳池' }] }, URL, NOW),
  );
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual([
    'DTEND:20261205T100000Z',
    'DTEND:20261206T100000Z',
  ]);
  expect(lines).toContain('LOCATION:泳池');
});

test('an uncertain seat makes the event tentative, and says why', () => {
  const description = 'DESCRIPTION:臺北市分會 02-20000010 https://portal.example/ClassInfo/TPE-FA1-001';
  const lines = unfolded(calendarFile(shown, URL, NOW, '報名審核中。'));
  expect(lines).toContain('STATUS:TENTATIVE');
  expect(lines).toContain(description.replace(':', ':報名審核中。'));
  expect(unfolded(calendarFile(shown, URL, NOW))).not.toContain('STATUS:TENTATIVE');
  expect(unfolded(calendarFile(shown, URL, NOW))).toContain(description);
});

test('no line is longer than 75 octets', () => {
  const file = calendarFile({ ...shown, place: '教室'.repeat(60) }, URL, NOW);
  for (const line of file.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(76);
  expect(unfolded(file)).toContain(`LOCATION:${'教室'.repeat(60)}`);
});
