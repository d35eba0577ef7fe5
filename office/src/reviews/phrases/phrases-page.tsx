import { loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { phrasesText as text } from '../../text/zh-TW/phrases.ts';
import { reviewPhrasesQuery } from '../api/review-phrases.ts';
import { AddPhrase } from './add-phrase.tsx';
import { PhraseList } from './phrase-list.tsx';

/** 設定 › 退回理由. */
export const PhrasesPage = () => {
  usePageTitle(text.title);
  const query = useQuery(reviewPhrasesQuery);
  const mayEdit = useMay('settings.edit');
  return (
    <div className="max-w-3xl">
      <SettingsNav />
      <h1>{text.title}</h1>
      <p className="mt-1 mb-6 text-ink-soft">{text.lead}</p>
      <LoadFault status={loadStatus(query)}>
        {query.data ? <PhraseList mayEdit={mayEdit} phrases={query.data} /> : <SkeletonRows />}
      </LoadFault>
      {mayEdit && <AddPhrase />}
    </div>
  );
};
