import { catalogue } from '../text/zh-TW/catalogue.ts';

export const columns = 'md:grid-cols-[7rem_9rem_minmax(0,1fr)_6.5rem_7rem] md:gap-x-4';

/** Hidden from screen readers. */
export const ColumnNames = () => (
  <div
    aria-hidden="true"
    className={`hidden border border-transparent ps-4 pe-12 pb-1 text-ink-soft text-sm md:grid ${columns}`}
  >
    <span>{catalogue.organization}</span>
    <span>{catalogue.code}</span>
    <span>{catalogue.name}</span>
    <span>{catalogue.startDate}</span>
    <span>{catalogue.status}</span>
  </div>
);
