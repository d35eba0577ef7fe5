import type { Class } from '@portal/contract/catalogue';
import { paths } from '../src/platform/paths.ts';
import { catalogue } from '../src/text/zh-TW/catalogue.ts';

/* Takes the place of `catalogue/link-without-script.tsx`: a browser with scripts neither shows nor takes over what is in here. */

export const LinkWithoutScript = ({ shown: { code, name } }: { shown: Class }) => (
  <noscript>
    <a className="block px-4 py-2 text-sea-800 underline" href={paths.classDetail.to({ code })}>
      {catalogue.about(catalogue.detail, name, code)}
    </a>
  </noscript>
);
