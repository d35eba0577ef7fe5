import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { privacyText as text } from '../text/zh-TW/privacy.ts';

/** The whole notice. */
export const PrivacyNotice = () => (
  <div className="space-y-4">
    <p>{text.lead}</p>
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

/** Stands above the button of a form that collects personal data; sending it accepts this version. */
export const PrivacyStatement = () => (
  <div className="rounded-md border border-line bg-surface px-4 py-3">
    <p>{text.agree}</p>
    <details className="mt-1">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sea-800">{text.show}</summary>
      <div className="mt-2">
        <PrivacyNotice />
      </div>
    </details>
  </div>
);
