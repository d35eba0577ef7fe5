import { catalogue } from '../text/zh-TW/catalogue.ts';

export const columns = 'lg:grid-cols-[6.5rem_8rem_minmax(0,1fr)_9.5rem_6rem_11.5rem]';

/** Hidden from screen readers. */
export const ColumnNames = () => (
  <div
    aria-hidden="true"
    className={`hidden gap-x-3 border border-transparent ps-4 pe-12 pb-1 text-ink-soft text-sm lg:grid ${columns}`}
  >
    <span>{catalogue.organization}</span>
    <span>{catalogue.code}</span>
    <span>{catalogue.name}</span>
    <span>{catalogue.startDate}</span>
    <span>{catalogue.feeAndSeats}</span>
    <span>{catalogue.status}</span>
  </div>
);
