/** The addresses of the office's pages, below /office. */
export const paths = {
  today: '/',
  login: '/login',
  invitation: '/invitation',
} as const;
