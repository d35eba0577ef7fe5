/** The addresses of the office's pages, below /office. */
export const paths = {
  today: '/',
  login: '/login',
  invitation: '/invitation',
  account: '/account',
  openings: '/classes',
  opening: '/classes/:id',
  reviews: '/reviews',
  enrolOnBehalf: '/registrations/new',
  registrations: '/registrations',
  registration: '/registrations/:id',
  events: '/events',
  settings: '/settings',
  staff: '/settings/staff',
  member: '/settings/staff/:id',
  phrases: '/settings/review-phrases',
} as const;
