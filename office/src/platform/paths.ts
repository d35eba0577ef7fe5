/** The addresses of the office's pages, below /office. */
export const paths = {
  today: '/',
  login: '/login',
  invitation: '/invitation',
  account: '/account',
  staff: '/settings/staff',
  member: '/settings/staff/:id',
} as const;
