import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { frameText } from '../text/zh-TW/frame.ts';

export const NotFoundPage = () => (
  <Page title={frameText.notFound}>
    <ErrorState kind="missing" message={frameText.notFoundHint}>
      <ButtonLink to={paths.today.to()}>{frameText.backTo(frameText.sections.today)}</ButtonLink>
    </ErrorState>
  </Page>
);
