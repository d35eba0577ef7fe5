import type { Class } from '@portal/contract/catalogue';
import { paths } from '../platform/paths.ts';
import { calendarFile } from './calendar-file.ts';

export const addressOfClass = (code: string): string =>
  new URL(paths.classDetail.to({ code }), location.origin).href;

export const saveCalendar = (shown: Class, uncertainty?: string): void => {
  const file = new Blob([calendarFile(shown, addressOfClass(shown.code), new Date(), uncertainty)], {
    type: 'text/calendar',
  });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${shown.code}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
