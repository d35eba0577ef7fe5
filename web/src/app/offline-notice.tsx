import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

export const OfflineNotice = () => {
  const queries = useQueryClient();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div aria-live="polite" className="print:hidden">
      {!isOnline && (
        <div className="border-warn-600 border-b bg-warn-50">
          <p className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 px-4 font-semibold text-sm text-warn-700">
            <Icon name="offline" />
            {common.offline}
            <button
              className="min-h-11 px-2 underline hover:no-underline"
              onClick={() => queries.refetchQueries({ type: 'active' })}
              type="button"
            >
              {common.reload}
            </button>
          </p>
        </div>
      )}
    </div>
  );
};
