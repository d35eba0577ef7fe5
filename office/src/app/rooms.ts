import type { Right } from '@portal/contract/rights';
import { paths } from '../platform/paths.ts';
import type { WorkKind } from '../platform/waiting.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import type { RoomIconName } from './room-icon.tsx';

/** An entry of the rail. */
export interface Room {
  readonly path: (typeof paths)[keyof typeof paths];
  readonly name: string;
  readonly icon: RoomIconName;
  /** Hidden from everybody without this right, or without any of these. */
  readonly right?: Right | readonly Right[];
  /** Opens the section when pressed after G. */
  readonly key: string;
  /** The work that is counted beside the entry. */
  readonly work?: WorkKind;
}

/** In the order of the navigation. Its pages are in router.tsx. */
export const rooms: readonly Room[] = [
  { path: paths.today, name: frameText.rooms.today, icon: 'inbox', key: 't' },
  { path: paths.openings, name: frameText.rooms.openings, icon: 'calendar', right: 'class.read', key: 'c' },
  {
    path: paths.teaching,
    name: frameText.rooms.teaching,
    icon: 'check-circle',
    right: 'attendance.read',
    key: 'a',
    work: 'results',
  },
  {
    path: paths.reviews,
    name: frameText.rooms.reviews,
    icon: 'clipboard',
    right: 'person.read',
    key: 'r',
    work: 'review',
  },
  {
    path: paths.registrations,
    name: frameText.rooms.registrations,
    icon: 'users',
    right: 'registration.read',
    key: 'n',
  },
  {
    path: paths.payments,
    name: frameText.rooms.payments,
    icon: 'banknote',
    right: 'statement.read',
    key: 'p',
    work: 'reconcile',
  },
  {
    path: paths.mails,
    name: frameText.rooms.mails,
    icon: 'envelope',
    right: 'mail.read',
    key: 'm',
    work: 'mails',
  },
  { path: paths.events, name: frameText.rooms.events, icon: 'file', right: 'audit.read', key: 'e' },
  {
    path: paths.settings,
    name: frameText.rooms.settings,
    icon: 'sliders',
    right: ['staff.read', 'registration.review'],
    key: 's',
  },
];
