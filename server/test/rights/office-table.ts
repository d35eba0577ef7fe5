/* Every call of the office by everybody who may come: what the gate says. */

export const callers = [
  'guest',
  'trainee',
  'pending',
  'suspended',
  'admin',
  'officer',
  'officerElsewhere',
  'cashier',
  'cashierElsewhere',
  'instructor',
  'editor',
  'auditor',
  'auditorElsewhere',
] as const;
export type Caller = (typeof callers)[number];

/** The gate lets a caller in, `401` does not know them, `403` knows that they may not. In the order of the callers. */
const everybody = 'in  in  in  in  in  in  in  in  in  in  in  in  in';
const session = ' 401 401 in  401 in  in  in  in  in  in  in  in  in';
const staff = '  401 401 403 401 in  in  in  in  in  in  in  in  in';
const admins = ' 401 401 403 401 in  403 403 403 403 403 403 403 403';
const overseers = '401 401 403 401 in 403 403 403 403 403 403 in  in';
const readersOfRegistrations = '401 401 403 401 403 in in in in in 403 in in';

const officers = ' 401 401 403 401 403 in in 403 403 403 403 403 403';
const classReaders = '401 401 403 401 in in in in in in 403 in in';
const trainingReaders = '401 401 403 401 403 in in 403 403 in 403 in in';
const trainers = ' 401 401 403 401 403 in in 403 403 in 403 403 403';
const readers = '  401 401 403 401 403 in in in  in  403 403 in  in';

const cashiers = '401 401 403 401 403 403 403 in in 403 403 403 403';
const statementReaders = '401 401 403 401 403 403 403 in in 403 403 in in';

/** The expected answer of each call to each caller; a missing call fails the test. */
export const cells: Readonly<Record<string, string>> = {
  'POST /api/office/login': everybody,
  'POST /api/office/login/code': session,
  'POST /api/office/login/passkey/options': everybody,
  'POST /api/office/login/passkey': everybody,
  'POST /api/office/logout': everybody,
  'GET /api/office/session': session,
  'POST /api/office/invitation': everybody,
  'POST /api/office/invitation/accept': everybody,
  'POST /api/office/confirm/passkey/options': session,
  'POST /api/office/confirm/passkey': session,
  'POST /api/office/confirm/password': staff,
  'GET /api/office/factors': staff,
  // After the password alone, the operation asks for the second factor.
  'POST /api/office/totp/begin': staff,
  'POST /api/office/totp': session,
  'DELETE /api/office/totp': staff,
  'POST /api/office/passkeys/options': staff,
  'POST /api/office/passkeys': session,
  'POST /api/office/passkeys/:id': staff,
  'DELETE /api/office/passkeys/:id': staff,
  'POST /api/office/recovery-codes': staff,
  'POST /api/office/password': staff,
  'GET /api/office/sessions': staff,
  'DELETE /api/office/sessions/:id': staff,
  'DELETE /api/office/sessions': staff,
  'GET /api/office/scope': staff,
  // Of each kind of thing the answer holds what the caller may read, or null.
  'POST /api/office/search': staff,
  // Of each kind of work the answer holds what the caller may do, or null.
  'GET /api/office/waiting': staff,
  'GET /api/office/upcoming-classes': classReaders,
  'GET /api/office/charts': readers,
  'GET /api/office/classes': classReaders,
  'GET /api/office/classes/:id': classReaders,
  'GET /api/office/classes/:id/history': classReaders,
  'GET /api/office/staff': overseers,
  'POST /api/office/staff': admins,
  'POST /api/office/staff/:id/invitation': admins,
  'POST /api/office/staff/:id/roles': admins,
  'POST /api/office/staff/:id/suspend': admins,
  'POST /api/office/staff/:id/resume': admins,
  'POST /api/office/staff/:id/reset-second-factor': admins,
  'GET /api/office/preferences': staff,
  'POST /api/office/preferences/columns/:list': staff,
  'GET /api/office/events': overseers,
  'GET /api/office/reviews': readers,
  'GET /api/office/reviews/filters': readers,
  'POST /api/office/reviews/approve': officers,
  'GET /api/office/registrations/:id': readers,
  'GET /api/office/registrations/:id/photo': readers,
  'GET /api/office/registrations/:id/documents': readers,
  'POST /api/office/registrations/:id/documents': officers,
  'GET /api/office/registrations/:id/documents/:document': officers,
  // With a form, only those who write texts: upload-picture.test.ts.
  'POST /api/office/pictures': staff,
  'POST /api/office/registrations/:id/identity': officers,
  'POST /api/office/registrations/:id/approve': officers,
  'POST /api/office/registrations/:id/reject': officers,
  'POST /api/office/registrations/:id/reopen': officers,
  'POST /api/office/registrations/:id/cancel': officers,
  'POST /api/office/registrations/:id/notes': officers,
  'POST /api/office/registrations/:id/move': officers,
  'GET /api/office/registrations/:id/move-targets': officers,
  'GET /api/office/enrolments/classes': officers,
  'POST /api/office/enrolments/people': readers,
  'POST /api/office/enrolments': officers,
  'POST /api/office/enrolments/new-person': officers,
  'GET /api/office/review-phrases': staff,
  'POST /api/office/review-phrases': admins,
  'POST /api/office/review-phrases/:id': admins,
  'POST /api/office/review-phrases/order': admins,
  'DELETE /api/office/review-phrases/:id': admins,
  'GET /api/office/courses': overseers,
  'GET /api/office/certificate-kinds': overseers,
  'GET /api/office/courses/:id': overseers,
  'GET /api/office/courses/:id/history': overseers,
  'POST /api/office/courses': admins,
  'POST /api/office/courses/:id': admins,
  'GET /api/office/staff/:id/history': overseers,
  'GET /api/office/registrations': readersOfRegistrations,
  'POST /api/office/registrations/export': readers,
  'POST /api/office/events/export': overseers,
  'GET /api/office/classes/:id/attendance': trainingReaders,
  'POST /api/office/classes/:id/attendance': trainers,
  'GET /api/office/classes/:id/results': trainingReaders,
  'POST /api/office/classes/:id/scores': trainers,
  'POST /api/office/classes/:id/results/:registration': trainers,
  'POST /api/office/classes/:id/results/publish': officers,
  'POST /api/office/classes/:id/results/:registration/correct': officers,
  'GET /api/office/statement-accounts': statementReaders,
  'POST /api/office/statement-accounts/:id/preview': cashiers,
  'POST /api/office/statement-accounts/:id/statements': cashiers,
  'GET /api/office/statement-accounts/:id/piles': statementReaders,
  'POST /api/office/statement-accounts/:id/confirm': cashiers,
  'GET /api/office/statement-accounts/:id/day-sheet': statementReaders,
  'POST /api/office/statement-accounts/:id/day-sheet/export': readers,
  'POST /api/office/statement-lines/:id/aside': cashiers,
  'POST /api/office/statement-lines/:id/take-back': cashiers,
  'GET /api/office/payments': readers,
  'POST /api/office/payments': cashiers,
  'POST /api/office/payments/partial': cashiers,
  'POST /api/office/payments/surplus': cashiers,
  'POST /api/office/payments/search': cashiers,
  'POST /api/office/payments/:id/undo': cashiers,
  'POST /api/office/payment-reports/:id/reject': cashiers,
  'GET /api/office/refunds': readers,
  'POST /api/office/refunds/export': readers,
  'POST /api/office/refunds/:id/change': cashiers,
  'POST /api/office/refunds/:id/pay': cashiers,
  'POST /api/office/refunds/:id/waive': cashiers,
  'GET /api/office/registrations/:id/history': readersOfRegistrations,
};
