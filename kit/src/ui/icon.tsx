const paths = {
  'alert-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5v5.5M12 16.5v.01',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'check-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12.5l2.8 2.8L16 9.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevrons-left': 'M18 6l-6 6 6 6M12 6l-6 6 6 6',
  'chevrons-right': 'M6 6l6 6-6 6M12 6l6 6-6 6',
  clipboard: 'M9 5H6v16h12V5h-3M9 3h6v4H9zM9 12h6M9 16h6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5V12l3 2.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  'cross-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9 9l6 6M15 9l-6 6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  external: 'M9 6H5v13h13v-4M13 5h6v6M19 5l-8.5 8.5',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  inbox: 'M4 13l2.5-8h11L20 13v6H4zM4 13h5l1 2.5h4L15 13h5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.5v.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M6 12h12',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 6-.8M5 11.8a10 10 0 0 1 4-2.5M13.5 8.6a10 10 0 0 1 5.5 3.2M12 19v.01',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L20 20',
  share: 'M12 15V4M8 8l4-4 4 4M7 11H5v9h14v-9h-2',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5c.6-3.5 3-5 6.5-5s5.9 1.5 6.5 5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.8c2.2.5 3.6 2 4 4.7',
  warning: 'M12 4L2.5 20h19zM12 10v4.5M12 17.2v.01',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`inline-block shrink-0 ${className}`}
      fill="none"
      focusable="false"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`inline-block shrink-0 animate-spin ${className}`}
      fill="none"
      focusable="false"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="3"
      viewBox="0 0 24 24"
    >
      <circle cx="12" cy="12" opacity="0.3" r="9" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
