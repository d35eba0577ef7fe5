import type { Class } from '@portal/contract/catalogue';
import { mapLink } from '@portal/contract/map-link';
import { notify } from '@portal/kit/browser/notices.ts';
import { Icon, type IconName } from '@portal/kit/ui/icon.tsx';
import { classText } from '../text/zh-TW/class.ts';
import { addressOfClass, saveCalendar } from './save-calendar.ts';

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sea-800 underline hover:bg-sea-50 hover:no-underline';

const copy = async (url: string) => {
  try {
    await navigator.clipboard.writeText(url);
    notify(classText.shared);
  } catch {
    notify(classText.notShared, 'danger');
  }
};

/** Copies the address if the device cannot share. */
const share = async ({ name, code }: Class) => {
  const url = addressOfClass(code);
  if (navigator.share) await navigator.share({ title: name, url }).catch(() => {});
  else await copy(url);
};

export const ClassTools = ({ shown }: { shown: Class }) => (
  <p className="-ms-2 flex flex-wrap gap-x-2 print:hidden">
    <button className={look} onClick={() => saveCalendar(shown)} type="button">
      <Tool icon="calendar" label={classText.addToCalendar} />
    </button>
    <a className={look} href={mapLink(shown.place)} rel="noreferrer" target="_blank">
      <Tool icon="external" label={classText.map} />
    </a>
    <button className={look} onClick={() => share(shown)} type="button">
      <Tool icon="share" label={classText.share} />
    </button>
  </p>
);

const Tool = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <Icon className="size-4.5" name={icon} />
    {label}
  </>
);
