import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { paths } from '../platform/paths.ts';
import { frameText } from '../text/zh-TW/frame.ts';

export const NotFoundPage = () => {
  usePageTitle(frameText.notFoundTitle);
  return (
    <div className="mx-auto max-w-prose py-12 text-center">
      <p aria-hidden="true" className="font-bold text-2xl text-sea-500">
        404
      </p>
      <h1 className="mt-4">{frameText.notFound}</h1>
      <p className="mt-2 text-ink-soft">{frameText.notFoundHint}</p>
      <p className="mt-8">
        <ButtonLink to={paths.home.to()} variant="primary">
          {frameText.backHome}
        </ButtonLink>
      </p>
    </div>
  );
};
