import type { Class } from '@portal/contract/catalogue';
import { paths } from '../platform/paths.ts';
import { saveFile } from '../platform/save-file.ts';
import { calendarFile } from './calendar-file.ts';

export const addressOfClass = (code: string): string =>
  new URL(paths.classDetail.to({ code }), location.origin).href;

export const saveCalendar = (shown: Class, uncertainty?: string): void => {
  const file = new Blob([calendarFile(shown, addressOfClass(shown.code), new Date(), uncertainty)], {
    type: 'text/calendar',
  });
  saveFile(file, `${shown.code}.ics`);
};
