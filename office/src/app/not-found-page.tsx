import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { paths } from '../platform/paths.ts';
import { frameText } from '../text/zh-TW/frame.ts';

export const NotFoundPage = () => {
  usePageTitle(frameText.notFound);
  return (
    <ErrorState kind="missing" message={frameText.notFound}>
      <ButtonLink to={paths.today}>{frameText.rooms.today}</ButtonLink>
    </ErrorState>
  );
};
