import { Link } from 'react-router';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon } from './icon.tsx';

interface Crumb {
  label: string;
  /** Absent for the current page. */
  to?: string | undefined;
}

export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label={uiText.breadcrumbs} className="mb-4 text-sm print:hidden">
      <ol
        className="flex flex-wrap items-center gap-x-1"
        itemScope
        itemType="https://schema.org/BreadcrumbList"
      >
        {items.map((item, index) => (
          <li
            className="inline-flex items-center gap-1"
            itemProp="itemListElement"
            itemScope
            itemType="https://schema.org/ListItem"
            key={item.label}
          >
            {index > 0 && <Icon className="size-4 text-ink-soft" name="chevron-right" />}
            <CrumbText item={item} />
            <meta content={String(index + 1)} itemProp="position" />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbText({ item }: { item: Crumb }) {
  if (item.to === undefined) {
    return (
      <span aria-current="page" className="py-2 text-ink-soft" itemProp="name">
        {item.label}
      </span>
    );
  }
  return (
    <Link
      className="inline-flex min-h-11 items-center text-sea-800 underline hover:no-underline"
      itemProp="item"
      to={item.to}
    >
      <span itemProp="name">{item.label}</span>
    </Link>
  );
}
