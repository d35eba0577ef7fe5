import type { ReactNode } from 'react';

interface MasterDetailProps {
  list: ReactNode;
  /** Null: only the list. */
  detail: ReactNode;
  /** Whether the detail replaces the list on narrow screens. */
  isDetailOpened: boolean;
}

const sides =
  'lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:items-start lg:gap-6 2xl:grid-cols-[23rem_minmax(0,1fr)]';
const listSide =
  'lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:-ms-3 lg:overflow-y-auto lg:ps-3 lg:pe-1 lg:pb-1';

/** Below 1024 px one after the other. The list keeps its focus and its ticks when the detail comes or goes. */
export const MasterDetail = ({ list, detail, isDetailOpened }: MasterDetailProps) => {
  const hasDetail = detail !== null;
  return (
    <div className={hasDetail ? sides : ''}>
      <div className={hasDetail ? `${listSide} ${isDetailOpened ? 'max-lg:hidden' : ''}` : ''}>{list}</div>
      {hasDetail && <div className={`min-w-0 ${isDetailOpened ? '' : 'max-lg:hidden'}`}>{detail}</div>}
    </div>
  );
};
