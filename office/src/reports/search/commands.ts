import type { Right } from '@portal/contract/rights';
import { paths } from '../../platform/paths.ts';
import { searchText } from '../../text/zh-TW/search.ts';
import type { Hit } from './sections.ts';

type Name = keyof typeof searchText.commands;

interface Command {
  readonly name: Name;
  readonly to: string;
  /** Any of them; null for everybody. */
  readonly rights: readonly Right[] | null;
}

const command = (name: Name, to: string, ...rights: readonly Right[]): Command => ({
  name,
  to,
  rights: rights.length > 0 ? rights : null,
});

/** The page opens the dialog at once. */
const adding = (address: string): string => `${address}?add`;

/** Acts come first, then the pages in the order of the navigation. */
const commands: readonly Command[] = [
  command('newClass', paths.newClass.to(), 'class.write'),
  command('newPerson', adding(paths.people.to()), 'person.edit'),
  command('enrolOnBehalf', paths.enrolOnBehalf.to(), 'registration.review'),
  command('importStatement', paths.accounts.to(), 'statement.import'),
  command('newGroup', adding(paths.groups.to()), 'group.manage'),
  command('issueUnclassed', paths.unclassedCertificate.to(), 'certificate.issue'),
  command('newPrivacyRequest', paths.newPrivacyRequest.to(), 'privacy.handle'),
  command('newIncident', paths.newIncident.to(), 'privacy.handle'),
  command('newCourse', paths.newCourse.to(), 'settings.edit'),
  command('newImport', paths.newImport.to(), 'import.run'),
  command('today', paths.today.to()),
  command('trainingClasses', paths.trainingClasses.to(), 'class.read'),
  command('overdue', paths.overdue.to(), 'person.read'),
  command('teaching', paths.teaching.to(), 'attendance.read'),
  command('reviews', paths.reviews.to(), 'person.read'),
  command('registrations', paths.registrations.to(), 'registration.read'),
  command('people', paths.people.to(), 'person.read'),
  command('twins', paths.twins.to(), 'person.merge'),
  command('accounts', paths.accounts.to(), 'statement.read'),
  command('payments', paths.payments.to(), 'statement.read'),
  command('refunds', paths.refunds.to(), 'statement.read'),
  command('certificates', paths.certificates.to(), 'certificate.read'),
  command('renewals', paths.renewals.to(), 'renewal.review'),
  command('register', paths.register.to(), 'certificate.read'),
  command('groups', paths.groups.to(), 'group.read'),
  command('content', paths.content.to(), 'content.read'),
  command('banners', paths.banners.to(), 'content.read'),
  command('introTypes', paths.introTypes.to(), 'content.read'),
  command('sitePages', paths.sitePages.to(), 'content.read'),
  command('footer', paths.footer.to(), 'content.read'),
  command('pictures', paths.pictures.to(), 'content.read'),
  command('mails', paths.mails.to(), 'mail.read'),
  command('privacy', paths.privacy.to(), 'privacy.handle'),
  command('incidents', paths.incidents.to(), 'privacy.handle'),
  command('reports', paths.reports.to(), 'report.read'),
  command('jobs', paths.jobs.to()),
  command('events', paths.events.to(), 'audit.read'),
  command('start', paths.start.to(), 'settings.edit'),
  command('staff', paths.staff.to(), 'staff.read'),
  command('site', paths.site.to(), 'settings.read'),
  command('letters', paths.letters.to(), 'settings.read'),
  command('organizations', paths.organizations.to(), 'settings.read'),
  command('courses', paths.courses.to(), 'settings.read'),
  command('bankAccounts', paths.bankAccounts.to(), 'settings.read'),
  command('layouts', paths.certificateLayouts.to(), 'settings.read'),
  command('signers', paths.certificateSigners.to(), 'settings.read'),
  command('choices', paths.choices.to(), 'settings.read'),
  command('phrases', paths.phrases.to(), 'staff.read', 'registration.review'),
  command('identifiers', paths.identifiers.to(), 'person.release'),
  command('imports', paths.imports.to(), 'import.run'),
  command('account', paths.account.to()),
];

const SHOWN = 6;

/** What the person may do and whose name has the words. Without words: the first acts. */
export const commandsFor = (typed: string, can: readonly Right[]): Hit[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .filter(({ rights }) => rights === null || rights.some((right) => can.includes(right)))
    .map(({ name, to }, id) => ({ id, title: searchText.commands[name], detail: '', to }))
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .slice(0, SHOWN);
};
