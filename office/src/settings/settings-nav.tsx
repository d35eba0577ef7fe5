import { PageTabs } from '../platform/page-tabs.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { bankAccountsText } from '../text/zh-TW/bank-accounts.ts';
import { layoutsText } from '../text/zh-TW/certificate-layouts.ts';
import { signersText } from '../text/zh-TW/certificate-signers.ts';
import { choicesText } from '../text/zh-TW/choices.ts';
import { coursesText } from '../text/zh-TW/courses.ts';
import { identifiersText } from '../text/zh-TW/identifiers.ts';
import { importsText } from '../text/zh-TW/imports.ts';
import { lettersText } from '../text/zh-TW/letters.ts';
import { membersText } from '../text/zh-TW/members.ts';
import { organizationsText } from '../text/zh-TW/organizations.ts';
import { phrasesText } from '../text/zh-TW/phrases.ts';
import { setupText } from '../text/zh-TW/setup.ts';
import { siteText } from '../text/zh-TW/site.ts';

const site = { name: siteText.title, to: paths.site.to() };
const letters = { name: lettersText.title, to: paths.letters.to() };
const staff = { name: membersText.title, to: paths.staff.to() };
const start = { name: setupText.title, to: paths.start.to() };
const choices = { name: choicesText.title, to: paths.choices.to() };
const organizations = { name: organizationsText.title, to: paths.organizations.to() };
const courses = { name: coursesText.title, to: paths.courses.to() };
const bankAccounts = { name: bankAccountsText.title, to: paths.bankAccounts.to() };
const layouts = { name: layoutsText.title, to: paths.certificateLayouts.to() };
const signers = { name: signersText.title, to: paths.certificateSigners.to() };
const identifiers = { name: identifiersText.title, to: paths.identifiers.to() };
const imports = { name: importsText.title, to: paths.imports.to() };
const phrases = { name: phrasesText.title, to: paths.phrases.to() };

export const SettingsNav = () => {
  const [maySeeStaff, maySeeSettings] = [useMay('staff.read'), useMay('settings.read')];
  const [mayRelease, mayImport] = [useMay('person.release'), useMay('import.run')];
  const tabs = [
    ...(useMay('settings.edit') ? [start] : []),
    ...(maySeeStaff ? [staff] : []),
    ...(maySeeSettings
      ? [site, letters, organizations, courses, bankAccounts, layouts, signers, choices]
      : []),
    phrases,
    ...(mayRelease ? [identifiers] : []),
    ...(mayImport ? [imports] : []),
  ];
  return <PageTabs label={membersText.settings} tabs={tabs} />;
};
