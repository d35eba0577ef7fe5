import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { site } from '@portal/kit/browser/site.ts';
import { privacyText as text } from '../text/zh-TW/privacy.ts';

export const PrivacyNotice = () => (
  <div className="space-y-4">
    <p>{text.lead(site.name)}</p>
    <dl className="space-y-3">
      {text.sections.map((section) => (
        <div key={section.title}>
          <dt className="font-bold">{section.title}</dt>
          <dd className="mt-1">{section.text}</dd>
        </div>
      ))}
    </dl>
    <p className="text-ink-soft text-sm">{text.version(PRIVACY_VERSION)}</p>
  </div>
);
