interface LineIconProps {
  path: string;
  strokeWidth?: number;
}

/** Those of `kit` are in the trainees' pages too. */
export const LineIcon = ({ path, strokeWidth = 2 }: LineIconProps) => (
  <svg
    aria-hidden="true"
    className="size-5 shrink-0"
    fill="none"
    focusable="false"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth={strokeWidth}
    viewBox="0 0 24 24"
  >
    <path d={path} />
  </svg>
);
